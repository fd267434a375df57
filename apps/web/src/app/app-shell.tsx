import { Outlet } from "@tanstack/react-router";
import { useEffect } from "react";
import { Toaster } from "sonner";
import { notifyOfTasks } from "../data/notifications.ts";
import { startOutbox } from "../data/outbox/outbox.ts";
import { useIsSignedOut } from "../data/signed-out.ts";
import { useTheme } from "../data/theme.ts";
import { SignedOut } from "../features/sign-in/signed-out.tsx";
import { TooltipProvider } from "../ui/tooltip.tsx";
import { ConnectionBar } from "./connection-bar.tsx";
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
