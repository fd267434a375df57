import { clsx } from "clsx";
import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";

interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: ReactNode;
  readonly content: ReactNode;
}

interface TabsProps<Id extends string> {
  readonly tabs: readonly Tab<Id>[];
  readonly active: Id;
  readonly onChange: (id: Id) => void;
  readonly label: string;
  readonly className?: string;
}

/** Only the active tab is rendered. */
export function Tabs<Id extends string>({ tabs, active, onChange, label, className }: TabsProps<Id>) {
  const choose = (id: string) => {
    const tab = tabs.find((each) => each.id === id);
    if (tab) onChange(tab.id);
  };
  return (
    <Radix.Root value={active} onValueChange={choose} className={clsx("flex min-h-0 flex-col", className)}>
      <Radix.List
        aria-label={label}
        className="@container flex shrink-0 gap-1 overflow-x-auto overflow-y-hidden border-b px-2 [scrollbar-width:none]"
      >
        {tabs.map(({ id, label: name }) => (
          <Radix.Trigger
            key={id}
            value={id}
            className="flex h-10 shrink-0 focus-visible:-outline-offset-2 items-center gap-1.5 border-b-2 border-transparent px-2 text-sm whitespace-nowrap text-ink-2 hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink @max-2xl:[&_svg]:hidden [&_svg]:size-4"
          >
            {name}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ id, content }) => (
        <Radix.Content key={id} value={id} className="min-h-0 flex-1 outline-none">
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
