"""A real control plane on loopback: etcd, kube-apiserver, kube-controller-manager, and a stand-in for the kubelet."""
