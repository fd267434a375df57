import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { sections } from "./sections.tsx";

/** A list at the left; a row to scroll where there is no width. */
export function SectionNav({ active }: { readonly active: string }) {
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    if (active) row.current?.querySelector("[aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
  }, [active]);
  return (
    <nav ref={row} aria-label="Settings" className="-mx-4 overflow-x-auto px-4 md:mx-0 md:w-44 md:shrink-0 md:px-0">
      <ul className="flex gap-1 md:flex-col">
        {sections.map(({ id, title, icon }) => (
          <li key={id}>
            <Link
              to="/settings/$section"
              params={{ section: id }}
              className="flex h-8 items-center gap-2 rounded-md px-2.5 text-sm whitespace-nowrap text-ink-2 hover:bg-hover hover:text-ink [&_svg]:size-4"
              activeProps={{ className: "bg-accent-soft !text-accent-text", "aria-current": "page" }}
            >
              {icon}
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
