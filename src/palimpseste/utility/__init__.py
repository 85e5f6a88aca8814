"""What de-identification costs medicine: the same codes learned from texts as they are and as they are released.

Must not import: papers or anything above it.
"""
