const isMac = navigator.platform.startsWith("Mac");

/** `mod+k` as the keys of this machine. */
export function Keys({ combination }: { readonly combination: string }) {
  return (
    <span className="inline-flex gap-0.5">
      {combination.split("+").map((key) => (
        <kbd
          key={key}
          className="inline-flex h-5 min-w-5 items-center justify-center rounded border bg-sunken px-1 font-sans text-2xs text-ink-2"
        >
          {nameOf(key)}
        </kbd>
      ))}
    </span>
  );
}

function nameOf(key: string): string {
  switch (key) {
    case "mod":
      return isMac ? "⌘" : "Ctrl";
    case "shift":
      return isMac ? "⇧" : "Shift";
    case "alt":
      return isMac ? "⌥" : "Alt";
    case "enter":
      return "↵";
    default:
      return key.length === 1 ? key.toUpperCase() : key;
  }
}
