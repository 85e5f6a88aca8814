"""The public set of towns that mechanisms draw from, and how each draws the commune that stands for one.

Nothing here knows a document: risk, checks and tables of papers ask it as surrogates do.

Must not import: surrogates.setting, surrogates.dates, surrogates.world.
"""
