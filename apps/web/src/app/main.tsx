import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import * as z from "zod";
import { queryClient } from "../data/query-client.ts";
import "./app.css";
import { reloadForNewerBuild } from "./newer-build.ts";
import { router } from "./router.tsx";
import { startServiceWorker } from "./start-service-worker.ts";

// The page's policy allows no code made from text.
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
