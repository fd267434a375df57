import { TriangleAlert } from "lucide-react";

export interface Notice {
  readonly code: string;
  readonly message: string;
  readonly source: string;
}

/** What a person should know about the files; nothing of it stopped anything. */
export function Notices({ notices }: { readonly notices: readonly Notice[] }) {
  if (notices.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 rounded-lg bg-warn-soft px-4 py-2 text-sm text-warn">
      {notices.map(({ message, source }) => (
        <li key={`${source} ${message}`} className="flex gap-2">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          <span className="min-w-0 break-words">
            {message} <span className="text-xs">({source})</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
