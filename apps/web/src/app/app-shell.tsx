import { Link, Outlet } from "@tanstack/react-router";
import { FlaskConical, House, Monitor, Moon, Settings, Sun } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Toaster } from "sonner";
import { useIsSignedOut } from "../data/client.ts";
import { live, useLiveState } from "../data/live.ts";
import { startTaskNotifications } from "../data/notifications.ts";
import { startOutbox } from "../data/outbox/outbox.ts";
import { chooseTheme, type ThemeChoice, useTheme, useThemeChoice } from "../data/theme.ts";
import { SignedOut } from "../features/sign-in/signed-out.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Menu } from "../ui/menu.tsx";
import { Tooltip, TooltipProvider } from "../ui/tooltip.tsx";
import { Keyboard } from "./keyboard.tsx";

/** Navigation at the left, or at the bottom of narrow screens, and the page. */
export function AppShell() {
  const theme = useTheme();
  const isSignedOut = useIsSignedOut();
  useEffect(() => startTaskNotifications(), []);
  useEffect(() => startOutbox(), []);
  return (
    <TooltipProvider delayDuration={400}>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded-md focus:bg-raised focus:px-3 focus:py-1"
      >
        Skip to content
      </a>
      <div className="flex h-dvh flex-col-reverse md:flex-row">
        <Navigation />
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <ConnectionBar />
          {/* Relative: otherwise text for screen readers would make the document taller than the screen. */}
          <main id="main" className="relative min-h-0 flex-1 overflow-clip">
            {isSignedOut ? <SignedOut /> : <Outlet />}
          </main>
        </div>
      </div>
      <Keyboard />
      <Toaster theme={theme} position="bottom-right" closeButton />
    </TooltipProvider>
  );
}

const graceMs = 1500;

/** Shown when the server cannot be reached for longer than `graceMs`. */
function ConnectionBar() {
  const state = useLiveState();
  const [isOutage, setIsOutage] = useState(false);
  useEffect(() => void live(), []);
  useEffect(() => {
    if (state === "open") return setIsOutage(false);
    const timer = setTimeout(() => setIsOutage(true), graceMs);
    return () => clearTimeout(timer);
  }, [state]);
  if (!isOutage || state === "unauthorized") return null;
  return (
    <p role="status" className="bg-warn-soft px-4 py-1 text-center text-xs text-warn">
      Cannot reach the server. Retrying; what you send is kept until it is back.{" "}
      <button type="button" className="font-medium underline" onClick={() => live().reconnect()}>
        Try now
      </button>
    </p>
  );
}

const destinations = [
  { to: "/", label: "Home", icon: <House /> },
  { to: "/evals", label: "Evals", icon: <FlaskConical /> },
  { to: "/settings", label: "Settings", icon: <Settings /> },
] as const;

function Navigation() {
  return (
    <nav
      aria-label="Main"
      className="flex shrink-0 items-center justify-around gap-1 border-t bg-surface pb-[env(safe-area-inset-bottom)] md:w-14 md:flex-col md:justify-start md:border-t-0 md:border-r md:py-3"
    >
      <Link to="/" aria-label="Roo Code" className="mb-2 hidden rounded-lg md:block">
        <img src="/icon.svg" alt="" className="size-8" />
      </Link>
      {destinations.map(({ to, label, icon }) => (
        <Destination key={to} to={to} label={label} icon={icon} />
      ))}
      <div className="md:mt-auto">
        <ThemeButton />
      </div>
    </nav>
  );
}

function Destination({ to, label, icon }: { to: (typeof destinations)[number]["to"]; label: string; icon: ReactNode }) {
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

const choices: readonly { choice: ThemeChoice; label: string; icon: ReactNode }[] = [
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
