import { ChartColumn, Table2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { IconButton } from "../../ui/icon-button.tsx";
import { DataTable, type DataTableProps, PlainTable } from "./data-table.tsx";

interface ChartFrameProps {
  readonly title: string;
  /** The same figures as a table. */
  readonly table: Omit<DataTableProps, "caption">;
  readonly children: ReactNode;
}

/** A chart that can be switched to a table; screen readers always get the table. */
export function ChartFrame({ title, table, children }: ChartFrameProps) {
  const [isTable, setIsTable] = useState(false);
  return (
    <figure className="relative flex flex-col gap-2">
      <figcaption className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate text-xs font-medium text-ink-2">{title}</span>
        <IconButton
          label={isTable ? `${title}: show the chart` : `${title}: show the table`}
          className="size-7"
          onClick={() => setIsTable(!isTable)}
        >
          {isTable ? <ChartColumn /> : <Table2 />}
        </IconButton>
      </figcaption>
      {isTable ? (
        <DataTable {...table} caption={title} />
      ) : (
        <>
          {children}
          <div className="sr-only">
            <PlainTable {...table} caption={title} />
          </div>
        </>
      )}
    </figure>
  );
}
