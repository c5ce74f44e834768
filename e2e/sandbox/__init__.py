"""A stand-in for kube-apiserver and its workload controllers that starts in under a second.

    python -m e2e.sandbox --state DIR [--crd FILE_OR_FOLDER ...]

It prints `ready URL`, leaves a kubeconfig, certificates and ready.json in DIR, and ends on SIGTERM. kubectl works
with it as far as it speaks JSON: `kubectl apply -f`, get, scale, patch, label, delete, watch; `kubectl create
deployment|namespace|configmap` sends protobuf and is refused. What tests steer it by is in private_paths.py.

What it holds is in tests/contracts/sandbox, one claim each. What it leaves out is said in the docstring of the module
that would have done it.
"""
