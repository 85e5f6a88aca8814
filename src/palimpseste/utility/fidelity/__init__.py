"""What a new text still says of what the original said: words, order of events, intervals, places, ages.

The measures need no model and no training. That the order of events must survive, and that a town should become one of
near features, are ideas of Tchouka, Couchot and Laiymani (HEALTHINF 2023, and the journal paper that followed); here
both are measured, on the surrogates as a reader of the new text alone would read them.

Must not import: papers or anything above it.
"""
