"""Who may write? The holder of one Lease, for as long as it can prove that it is the holder."""
