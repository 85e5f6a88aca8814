"""Notes of the corpus printed as PDF files by three layout engines, six layouts each.

The rules that tell the body were written with the six layouts marked ``design`` in sight. Those marked ``second
design`` were written before, held out, and measured once (precision 0.961, recall 0.956); then their files were looked
at, and the rules corrected. Those marked ``held-out`` were written before that correction; no file of theirs was looked
at while rules were worked on.
"""
