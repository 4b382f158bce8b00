//! Standing proofs over whole battles, by the shared ones.
