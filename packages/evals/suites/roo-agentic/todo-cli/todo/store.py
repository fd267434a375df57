import json
import os

from todo.errors import TodoError
from todo.items import Item


def default_file():
    return os.environ.get("TODO_FILE", "todo.json")


def load(file):
    try:
        with open(file, encoding="utf-8") as opened:
            return [Item.from_json(data) for data in json.load(opened)]
    except FileNotFoundError:
        return []
    except (ValueError, KeyError, TypeError):
        raise TodoError(f"{file} is not a list of items")


def save(file, items):
    with open(file, "w", encoding="utf-8") as opened:
        json.dump([item.to_json() for item in items], opened, indent=2)
        opened.write("\n")
