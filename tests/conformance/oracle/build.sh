#!/bin/sh
# Where is the oracle for a Kubernetes version? It is built if need be; its path is printed.
# usage: build.sh VERSION    (for example v1.37.2)
set -eu
here=$(cd "$(dirname "$0")" && pwd)

say() { printf '%s\n' "$*" >&2; }
fail() { say "oracle: $1"; exit "$2"; }

[ $# -eq 1 ] || fail "usage: build.sh VERSION, for example v1.37.2" 2
version=$1
printf '%s' "$version" | grep -Eq '^v1\.[0-9]+\.[0-9]+$' || fail "$version is not a Kubernetes version such as v1.37.2" 2
command -v go >/dev/null 2>&1 || PATH=$PATH:/usr/local/go/bin
command -v go >/dev/null 2>&1 || fail "building it takes Go 1.26 or newer, and there is no \`go\` on PATH" 3

# Not in the repository; as the XDG base directories have it, a relative path is ignored.
case ${XDG_CACHE_HOME:-} in /*) cache=$XDG_CACHE_HOME ;; *) cache=$HOME/.cache ;; esac
# Keyed by our own source too: an edit makes another program.
digest=$(cd "$here" && find . -name '*.go' -o -name 'go.*' | LC_ALL=C sort | xargs cat | cksum | cut -d' ' -f1)
folder=$cache/lagzero/oracle/$version-$digest
[ -x "$folder/oracle" ] && { printf '%s\n' "$folder/oracle"; exit 0; }

export GOTOOLCHAIN=local GOWORK=off GOFLAGS= CGO_ENABLED=0
mkdir -p "$folder"
source=$(mktemp -d "$folder/source.XXXXXX")
trap 'rm -rf "$source"; rmdir "$folder" 2>/dev/null || :' EXIT
cp -R "$here"/. "$source"
cd "$source"

# Kubernetes' own go.mod points to folders beside it, which the module proxy doesn't have: each is replaced by its release.
retarget() {
    staged=v0.${version#v1.}
    upstream=$(go mod download -json "k8s.io/kubernetes@$version" | sed -n 's/^[[:space:]]*"GoMod": "\(.*\)",*$/\1/p')
    [ -n "$upstream" ] || return 1
    {
        printf 'module lagzero.dev/oracle\n\ngo %s\n\n' "$(sed -n 's/^go //p' "$here/go.mod")"
        printf 'require (\n\tgithub.com/ulikunitz/xz %s\n\tk8s.io/kubernetes %s\n)\n\n' \
            "$(sed -n 's/^[[:space:]]*github.com\/ulikunitz\/xz \(v[^ ]*\).*/\1/p' "$here/go.mod")" "$version"
        sed -n "s/^[[:space:]]*\(k8s.io\/[a-z-]*\) => .\/staging\/.*/replace \1 => \1 $staged/p" "$upstream"
    } >go.mod
    rm -f go.sum
}

modules=readonly
if ! grep -q "k8s.io/kubernetes $version\$" go.mod; then
    retarget || fail "the module proxy has no k8s.io/kubernetes@$version" 3
    modules=mod
fi
say "building the oracle for Kubernetes $version into $folder (once; 5 minutes on 2 cores)"
nice go build "-mod=$modules" -trimpath -ldflags "-s -w -X main.version=$version" -o oracle.unfinished . \
    || fail "it doesn't build against Kubernetes $version; the lines above say where" 3
mv oracle.unfinished "$folder/oracle"
cp go.mod go.sum "$folder"
printf '%s\n' "$folder/oracle"
