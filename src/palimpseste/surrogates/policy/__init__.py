"""What becomes of each label: strategies, their options, what they guarantee, and the policies that choose among them."""
