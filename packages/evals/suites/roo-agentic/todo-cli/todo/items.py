from dataclasses import dataclass


@dataclass
class Item:
    id: int
    text: str
    done: bool = False

    def to_json(self):
        return {"id": self.id, "text": self.text, "done": self.done}

    @staticmethod
    def from_json(data):
        return Item(data["id"], data["text"], data["done"])
