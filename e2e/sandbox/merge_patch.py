"""What a merge patch makes of a document (RFC 7386): objects merge, null removes, everything else replaces."""


def merge_patched(document: object, patch: object) -> object:
    """The patched document; parts that the patch does not mention are shared with the old one."""
    if not isinstance(patch, dict):
        return patch
    merged: dict[str, object] = dict(document) if isinstance(document, dict) else {}
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = merge_patched(merged.get(key), value)
    return merged
