"""What every training does whatever it trains: steps, checkpoints, the log, stopping, energy, resuming to the bit.

Must not import: training.encoder, training.compare, training.compact.
"""
