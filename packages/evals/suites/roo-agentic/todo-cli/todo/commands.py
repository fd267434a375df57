from todo.errors import TodoError
from todo.items import Item


def add(items, text):
    item = Item(max((item.id for item in items), default=0) + 1, text)
    items.append(item)
    return item


def done(items, id):
    for item in items:
        if item.id == id:
            item.done = True
            return
    raise TodoError(f"there is no item {id}")


def show(item):
    return f"[{'x' if item.done else ' '}] {item.id} {item.text}"
