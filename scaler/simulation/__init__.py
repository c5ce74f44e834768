"""How would an autoscaler behave? The production controller in a world in memory, by a virtual clock."""
