import { Link } from "@tanstack/react-router";
import { FlaskConical, House, Monitor, Moon, Settings, Sun } from "lucide-react";
import type { ReactNode } from "react";
import { chooseTheme, type ThemeChoice, useThemeChoice } from "../data/theme.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Menu } from "../ui/menu.tsx";
import { Tooltip } from "../ui/tooltip.tsx";

const places = [
  { to: "/", label: "Home", icon: <House /> },
  { to: "/evals", label: "Evals", icon: <FlaskConical /> },
  { to: "/settings", label: "Settings", icon: <Settings /> },
] as const;

export function Navigation() {
  return (
    <nav
      aria-label="Main"
      className="flex shrink-0 items-center justify-around gap-1 border-t bg-surface pb-[env(safe-area-inset-bottom)] md:w-14 md:flex-col md:justify-start md:border-t-0 md:border-r md:py-3"
    >
      <Link to="/" aria-label="Roo Code" className="mb-2 hidden rounded-lg md:block">
        <img src="/icon.svg" alt="" className="size-8" />
      </Link>
      {places.map(({ to, label, icon }) => (
        <Place key={to} to={to} label={label} icon={icon} />
      ))}
      <div className="md:mt-auto">
        <ThemeButton />
      </div>
    </nav>
  );
}

function Place({ to, label, icon }: { to: (typeof places)[number]["to"]; label: string; icon: ReactNode }) {
  return (
    <Tooltip text={label} side="right">
      <Link
        to={to}
        aria-label={label}
        activeOptions={{ exact: to === "/" }}
        className="flex size-12 items-center justify-center rounded-lg text-ink-2 hover:bg-hover hover:text-ink md:size-10 [&_svg]:size-5"
        activeProps={{ className: "bg-accent-soft !text-accent-text", "aria-current": "page" }}
      >
        {icon}
      </Link>
    </Tooltip>
  );
}

const choices: readonly { choice: ThemeChoice; label: string; icon: React.ReactNode }[] = [
  { choice: "system", label: "System", icon: <Monitor /> },
  { choice: "dark", label: "Dark", icon: <Moon /> },
  { choice: "light", label: "Light", icon: <Sun /> },
];

function ThemeButton() {
  const chosen = useThemeChoice();
  return (
    <Menu
      trigger={
        <IconButton label="Theme" className="size-12 md:size-10">
          {choices.find(({ choice }) => choice === chosen)?.icon}
        </IconButton>
      }
      items={choices.map(({ choice, label, icon }) => ({ label, icon, onSelect: () => chooseTheme(choice) }))}
    />
  );
}
