"""What stands for towns, postal codes, places and bodies: drawn plausibly, or released by a mechanism.

The way of a note:

1. `TownsRead` of `writings.towns` has said which commune each mention means, and which each code, place and body
   follows.
2. A `PlaceSource` says what stands for a commune, a country or a foreign town, whatever the policy: `plausible`, towns
   as far from one another as theirs (`around`, `landscape`) among those of the table (`choices`); or `released`, each
   paid once from the budget (`mechanisms`).
3. `Geography` ties those of a document: its towns (`towns_drawn`), the departments, regions and countries that follow
   them (`areas`), the towns in which its bodies sit (`body_towns`, by what words tell of them: `seats`).
4. From it each span is written: `cities` (towns, postal codes), `locations` (other places), `bodies` (places of care,
   organizations), and what telephone numbers begin with (`telephones`). Names of a head and a proper part are drawn in
   `named`; `articles` writes the words before a place so that they suit what stands for it.

Must not import: surrogates.dates, surrogates.world.
"""
