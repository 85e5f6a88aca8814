"""What becomes of each label: strategies, their options, what they guarantee, policies that choose among them.

Must not import: surrogates.keys, surrogates.draws, surrogates.setting, surrogates.values, surrogates.places,
surrogates.dates.
"""
