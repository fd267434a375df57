const otherNames: Readonly<Record<string, string>> = {
  ctrl: "Control",
  cmd: "Meta",
  command: "Meta",
  win: "Meta",
  option: "Alt",
  esc: "Escape",
  return: "Enter",
  del: "Delete",
  space: "Space",
  up: "ArrowUp",
  down: "ArrowDown",
  left: "ArrowLeft",
  right: "ArrowRight",
  pgup: "PageUp",
  pgdn: "PageDown",
};
const exactNames = new Map(
  "Control Shift Alt Meta Enter Tab Escape Backspace Delete Space Home End Insert PageUp PageDown ArrowUp ArrowDown ArrowLeft ArrowRight"
    .split(" ")
    .map((name) => [name.toLowerCase(), name]),
);

/** `ctrl+a` → `Control+a`, as the browser calls keys. */
export function keyName(text: string): string {
  return text
    .trim()
    .split(/(?<=.)\+/)
    .map((part) => otherNames[part.toLowerCase()] ?? exactNames.get(part.toLowerCase()) ?? part)
    .join("+");
}
