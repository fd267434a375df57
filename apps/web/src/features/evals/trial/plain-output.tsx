export interface PlainOutputProps {
  readonly label: string;
  readonly text: string;
  readonly empty: string;
}

export function PlainOutput({ label, text, empty }: PlainOutputProps) {
  if (text.trim() === "") return <p className="p-6 text-center text-sm text-ink-3">{empty}</p>;
  return (
    <pre
      tabIndex={0}
      role="region"
      aria-label={label}
      className="max-h-[70vh] overflow-auto rounded-b-xl bg-sunken p-4 font-mono text-xs whitespace-pre-wrap"
    >
      {text}
    </pre>
  );
}
