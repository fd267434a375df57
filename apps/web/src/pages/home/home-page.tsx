import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { aboutQuery } from "../../data/server-queries.ts";
import { FilterBar } from "../../features/home/filter-bar.tsx";
import { NeedsYou } from "../../features/home/needs-you.tsx";
import { SearchResults } from "../../features/home/search-results.tsx";
import { StartTask } from "../../features/home/start-task.tsx";
import { useHomeFilter } from "../../features/home/task-filter.ts";
import { TaskList } from "../../features/home/task-list.tsx";
import { UsagePanel } from "../../features/home/usage-panel.tsx";
import { useSubtaskUpdates } from "../../features/home/use-subtasks.ts";
import { wasWelcomed } from "../../features/welcome/welcomed.ts";

export function HomePage() {
  const about = useQuery(aboutQuery);
  const filter = useHomeFilter();
  useSubtaskUpdates();
  if (about.data && !about.data.hasProvider && !wasWelcomed()) return <Navigate to="/welcome" replace />;
  const isSearching = filter.query.trim() !== "";
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto grid max-w-6xl gap-x-6 gap-y-8 px-4 py-6 md:px-8 md:py-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <section aria-labelledby="start" className="flex flex-col gap-3 lg:col-span-2">
          <h1 id="start" className="text-2xl font-semibold tracking-tight">
            What should be done?
          </h1>
          <StartTask />
        </section>
        <section aria-labelledby="tasks" className="flex min-w-0 flex-col gap-3">
          <h2 id="tasks" className="sr-only">
            Tasks
          </h2>
          <NeedsYou />
          <FilterBar />
          <div className="overflow-hidden rounded-xl border bg-surface">
            {isSearching ? <SearchResults filter={filter} /> : <TaskList filter={filter} />}
          </div>
        </section>
        <aside aria-label="Usage" className="min-w-0">
          <UsagePanel />
        </aside>
      </div>
    </div>
  );
}
