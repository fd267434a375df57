import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Link,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";
import { Button } from "../ui/button.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { AppShell } from "./app-shell.tsx";

const root = createRootRoute({ component: AppShell, notFoundComponent: NotFound });
const child = { getParentRoute: () => root } as const;

// Pages read their parameters with getRouteApi("/task/$taskId").useParams(), so that they do not import this file.
const home = createRoute({
  ...child,
  path: "/",
  component: lazyRouteComponent(() => import("../pages/home/home-page.tsx"), "HomePage"),
});
const welcome = createRoute({
  ...child,
  path: "/welcome",
  component: lazyRouteComponent(() => import("../pages/welcome/welcome-page.tsx"), "WelcomePage"),
});
const task = createRoute({
  ...child,
  path: "/task/$taskId",
  validateSearch: (search: Record<string, unknown>): { at?: number } => {
    const at = Number(search["at"]);
    return Number.isInteger(at) && at > 0 ? { at } : {};
  },
  component: lazyRouteComponent(() => import("../pages/task/task-page.tsx"), "TaskPage"),
});
const settings = createRoute({
  ...child,
  path: "/settings",
  beforeLoad: () => {
    throw redirect({ to: "/settings/$section", params: { section: "providers" } });
  },
});
const settingsSection = createRoute({
  ...child,
  path: "/settings/$section",
  component: lazyRouteComponent(() => import("../pages/settings/settings-page.tsx"), "SettingsPage"),
});
const evals = createRoute({
  ...child,
  path: "/evals",
  component: lazyRouteComponent(() => import("../pages/evals/evals-page.tsx"), "EvalsPage"),
});
const evalsCompare = createRoute({
  ...child,
  path: "/evals/compare",
  validateSearch: (search: Record<string, unknown>): { left?: string; right?: string } => ({
    left: typeof search["left"] === "string" ? search["left"] : undefined,
    right: typeof search["right"] === "string" ? search["right"] : undefined,
  }),
  component: lazyRouteComponent(() => import("../pages/evals/compare-page.tsx"), "ComparePage"),
});
const evalsMcp = createRoute({
  ...child,
  path: "/evals/mcp",
  component: lazyRouteComponent(() => import("../pages/evals/mcp-page.tsx"), "McpPage"),
});
const evalsTrial = createRoute({
  ...child,
  path: "/evals/trial/$id",
  component: lazyRouteComponent(() => import("../pages/evals/trial-page.tsx"), "TrialPage"),
});
const evalsRun = createRoute({
  ...child,
  path: "/evals/$runId",
  component: lazyRouteComponent(() => import("../pages/evals/run-page.tsx"), "RunPage"),
});

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    welcome,
    task,
    settings,
    settingsSection,
    evals,
    evalsCompare,
    evalsMcp,
    evalsTrial,
    evalsRun,
  ]),
  defaultPreload: "intent",
  defaultPendingComponent: Loading,
  defaultErrorComponent: PageFailed,
  defaultPendingMs: 150,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

/** A page that throws does not break the rest of the app. */
function PageFailed({ error, reset }: ErrorComponentProps) {
  return <Failed error={error} onRetry={reset} />;
}

function NotFound() {
  return (
    <Empty title="Page not found">
      <Button asChild variant="plain" className="mt-2">
        <Link to="/">Back to home</Link>
      </Button>
    </Empty>
  );
}
