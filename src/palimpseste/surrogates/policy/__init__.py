"""What becomes of each label: strategies, their options, what they guarantee, policies that choose among them."""
