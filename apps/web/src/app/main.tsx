import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import * as z from "zod";
import { queryClient } from "../data/query-client.ts";
import "./app.css";
import { router } from "./router.tsx";

// The content security policy forbids eval.
z.config({ jitless: true });
startServiceWorker();
reloadForNewerBuild();

const root = document.querySelector("#root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );

/** A chunk that cannot be loaded may belong to an older build than the one the server has. */
function reloadForNewerBuild(): void {
  addEventListener("vite:preloadError", () => void reloadIfNewer().catch(() => undefined));
}

async function reloadIfNewer(): Promise<void> {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"]')?.src;
  const page = await (await fetch("/", { cache: "no-store" })).text();
  if (entry && !page.includes(new URL(entry).pathname)) location.reload();
}

/** Makes the app installable, quick to open, and able to notify; the app also works without. */
function startServiceWorker(): void {
  if (!("serviceWorker" in navigator) || import.meta.env.DEV) return;
  addEventListener("load", () => {
    navigator.serviceWorker.register("/sw.js").catch(() => {
      // Not available without TLS or in private windows.
    });
  });
}
