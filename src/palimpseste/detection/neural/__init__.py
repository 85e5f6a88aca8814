"""What a trained model finds: spans as tags of words, and the models that give words their tags.

Must not import: detection.rules, detection.record, detection.hybrid, detection.choice.
"""
