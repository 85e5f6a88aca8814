"""Towns: what each writing of a town, a postal code, a place or a body of one document stands for.

One class in three steps, a module each, built on the one before it: `mentions` (which commune a mention of a town
means), `abroad` (which of the towns, and which births, are abroad), `read` (what codes, areas and bodies stand for).
Whoever asks takes the last of them, `TownsRead`; or, where towns are released, `SteadyTownsRead` of `steady`, which
answers otherwise what in any of the three hangs on the rest of the document, so that a value is read alike in all
documents of a patient. The other modules know one thing each, and nothing of a document but its passages.

Must not import: writings.ages, writings.people.
"""
