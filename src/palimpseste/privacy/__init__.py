"""Mechanisms whose privacy is exact: over integers and finite sets, without floating point, each beside its proof.

A mechanism M over values with a metric d is ε·d-private if, for all values v, v' and every output y,

    P[M(v) = y] <= exp(ε·d(v, v')) · P[M(v') = y]

(Chatzikokolakis, Andrés, Bordenabe, Palamidessi 2013, "Broadening the scope of differential privacy using metrics").
Bits are drawn from a keyed stream, so every statement here is computational: it holds against whoever lacks the key.

Must not import: document or anything above it.
"""
