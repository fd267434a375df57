import { clsx } from "clsx";

export interface DataTableProps {
  readonly caption: string;
  readonly columns: readonly string[];
  /** The first cell names the row. */
  readonly rows: readonly (readonly string[])[];
}

/** Names at the left, figures at the right, in a scrolling container. */
export function DataTable(props: DataTableProps) {
  return (
    <div className="max-h-80 overflow-auto rounded-lg border" tabIndex={0} role="region" aria-label={props.caption}>
      <PlainTable {...props} />
    </div>
  );
}

export function PlainTable({ caption, columns, rows }: DataTableProps) {
  return (
    <table className="w-full text-xs">
      <caption className="sr-only">{caption}</caption>
      <thead className="sticky top-0 bg-sunken text-ink-2">
        <tr>
          {columns.map((column, index) => (
            <th key={column} scope="col" className={clsx("px-3 py-1.5 font-medium", alignOf(index))}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y">
        {rows.map(([name = "", ...figures]) => (
          <tr key={name}>
            <th scope="row" className="px-3 py-1.5 text-left font-normal">
              {name}
            </th>
            {figures.map((figure, index) => (
              <td key={columns[index + 1]} className="px-3 py-1.5 text-right text-ink-2 tabular-nums">
                {figure}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function alignOf(index: number): string {
  return index === 0 ? "text-left" : "text-right";
}
