import { Outlet } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { Toaster } from "sonner";
import { useIsSignedOut } from "../data/client.ts";
import { live, useLiveState } from "../data/live.ts";
import { notifyOfTasks } from "../data/notifications.ts";
import { startOutbox } from "../data/outbox/outbox.ts";
import { useTheme } from "../data/theme.ts";
import { SignedOut } from "../features/sign-in/signed-out.tsx";
import { TooltipProvider } from "../ui/tooltip.tsx";
import { Keyboard } from "./keyboard.tsx";
import { Navigation } from "./navigation.tsx";

/** A rail at the left; a bar at the bottom where there is no width for one. */
export function AppShell() {
  const theme = useTheme();
  const isSignedOut = useIsSignedOut();
  useEffect(() => notifyOfTasks(), []);
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
          {/* What only screen readers see is placed within: else it would make the document taller than the screen. */}
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

const patienceMs = 1500;

/** Says so when the server is out of reach for more than a moment. */
function ConnectionBar() {
  const state = useLiveState();
  const [isLong, setIsLong] = useState(false);
  useEffect(() => void live(), []);
  useEffect(() => {
    if (state === "open") return setIsLong(false);
    const timer = setTimeout(() => setIsLong(true), patienceMs);
    return () => clearTimeout(timer);
  }, [state]);
  if (!isLong || state === "unauthorized") return null;
  return (
    <p role="status" className="bg-warn-soft px-4 py-1 text-center text-xs text-warn">
      Cannot reach the server. Retrying; what you send is kept until it is back.{" "}
      <button type="button" className="font-medium underline" onClick={() => live().reconnect()}>
        Try now
      </button>
    </p>
  );
}
