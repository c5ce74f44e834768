"""What must hold on a real control plane, told with kubectl and HTTP alone."""
