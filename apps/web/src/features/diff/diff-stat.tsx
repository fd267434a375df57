export function DiffStat({ added, removed }: { readonly added: number; readonly removed: number }) {
  return (
    <span className="font-mono text-2xs tabular-nums" aria-label={`${added} lines added, ${removed} removed`}>
      <span className="text-ok">+{added}</span> <span className="text-bad">−{removed}</span>
    </span>
  );
}
