"""Black-box scenarios against a cluster, and the stand-in they can run on; the programs under test are not imported."""
