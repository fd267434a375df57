from dataclasses import dataclass
from typing import Optional


@dataclass
class Item:
    id: int
    text: str
    done: bool = False
    due: Optional[str] = None

    def to_json(self):
        data = {"id": self.id, "text": self.text, "done": self.done}
        return data if self.due is None else {**data, "due": self.due}

    @staticmethod
    def from_json(data):
        return Item(data["id"], data["text"], data["done"], data.get("due"))
