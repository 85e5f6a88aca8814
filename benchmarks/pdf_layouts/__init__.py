"""Notes of the corpus printed as PDF files by three layout engines, seven layouts each.

The rules that tell the body were written with six layouts in sight, ``design``. Each later set was written before its
files, or the rules' figures on them, were seen; it was measured once as held out, and only then looked at, and the
rules corrected. ``second design``, six layouts, was first measured at a precision of 0.961 and a recall of 0.956;
``third design``, six layouts, at 0.966 and 0.997 (one of them, frame-in-the-margin, then printed its frame in the
middle of the text by mistake). No file of the last three layouts, ``held-out``, was looked at while rules were worked
on.
"""
