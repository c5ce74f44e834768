"""What is a form? Both directions between a value and its JSON, and the error that says where it failed. Pure."""

from typing import Final, Protocol

KIND: Final = "kind"


class FormError(ValueError):
    """The JSON is not of the form. Every form on the way out adds its own step to the place: `.metrics[0].target`."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.place = ""

    def __str__(self) -> str:
        return f"{self.place.removeprefix('.')}: {self.args[0]}"

    def inside(self, step: str) -> "FormError":
        """The same, a step further out."""
        self.place = step + self.place
        return self


class Form(Protocol):
    """Both directions for one type. `native` is whether msgspec alone can do them."""

    @property
    def native(self) -> bool: ...

    def plain(self, value: object) -> object:
        """What msgspec encodes as it should be."""
        ...

    def read(self, plain: object) -> object:
        """The value that JSON's own objects, lists, texts and numbers mean. Raises FormError."""
        ...
