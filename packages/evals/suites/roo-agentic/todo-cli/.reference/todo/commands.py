import csv
import io

from todo.errors import TodoError
from todo.items import Item


def add(items, text, due=None):
    if text.strip() == "":
        raise TodoError("an item needs a text")
    item = Item(max((item.id for item in items), default=0) + 1, text, due=due)
    items.append(item)
    return item


def done(items, ids):
    by_id = {item.id: item for item in items}
    for id in ids:
        if id not in by_id:
            raise TodoError(f"there is no item {id}")
    for id in ids:
        by_id[id].done = True


def listed(items, show_all=False, due_before=None):
    """The items to show, in the order to show them in."""
    shown = [item for item in items if show_all or not item.done]
    if due_before is not None:
        shown = [item for item in shown if item.due is not None and item.due < due_before]
    return sorted(shown, key=lambda item: (item.due is None, item.due or "", item.id))


def show(item):
    due = "" if item.due is None else f" (due {item.due})"
    return f"[{'x' if item.done else ' '}] {item.id} {item.text}{due}"


def to_csv(items):
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["id", "text", "due", "done"])
    for item in sorted(items, key=lambda item: item.id):
        writer.writerow([item.id, item.text, item.due or "", "yes" if item.done else "no"])
    return out.getvalue()
