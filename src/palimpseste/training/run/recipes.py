"""Recipes: settings of a training under a name, of the package or in a file of the user's."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from palimpseste.errors import UsageError
from palimpseste.settings_files import Where, read_toml, settings_of, values_of
from palimpseste.training.run.pace import Pace

__all__ = ["OfRecipe", "Recipes"]

Self = TypeVar("Self", bound="OfRecipe")


class Recipes:
    """The recipes of one kind of training.

    Parameters
    ----------
    folder : str, optional
        Where they are, below the recipes of the package.
    """

    def __init__(self, folder: str | None = None) -> None:
        recipes = files("palimpseste") / "data" / "recipes"
        self._folder = recipes / folder if folder else recipes

    def names(self) -> tuple[str, ...]:
        """Return the names of the package's recipes."""
        names = (entry.name for entry in self._folder.iterdir())
        return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))

    def read(self, name: str) -> dict[str, Any]:
        """Return what a recipe of the package says, or a TOML file of the same kind.

        Raises
        ------
        UsageError
            If there is no such recipe, or the file cannot be read.
        """
        if name in self.names():
            return read_toml(self._folder / f"{name}.toml", f"recipe {name}")
        if name.endswith(".toml"):
            return read_toml(Path(name), name)
        raise UsageError(f"unknown recipe {name!r}; recipes: {', '.join(self.names())}, or a .toml file")


class OfRecipe(Pace):
    """Settings that a recipe may hold; those of :class:`~palimpseste.training.run.pace.Pace`."""

    __slots__ = ()

    recipes: ClassVar[Recipes]

    @classmethod
    def from_recipe(cls: type[Self], name: str, **changes: object) -> Self:
        """Return the settings of a recipe, some of them changed.

        Parameters
        ----------
        name : str
            A recipe of the package, or a TOML file of the same kind.
        **changes
            Settings by name; None leaves the recipe's. Epochs take the place of the recipe's steps, and the reverse.

        Raises
        ------
        UsageError
            If there is no such recipe, or a setting is unknown or out of range.
        """
        changed = {key: value for key, value in changes.items() if value is not None}
        values = values_of(cls, cls.recipes.read(name), Where(name)) | changed
        for given, other in (("epochs", "steps"), ("steps", "epochs")):
            if changed.get(given) and not changed.get(other):
                values[other] = 0
        return settings_of(cls, values, Where(f"{name}, changed" if changed else name))
