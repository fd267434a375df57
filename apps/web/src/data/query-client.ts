import { ApiFailure } from "@roo-code/client";
import { QueryClient } from "@tanstack/react-query";

/** What changes is told over the socket, so that nothing is asked for again by the clock. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      // Only what may be otherwise next time is tried again.
      retry: (count, error) => count < 2 && error instanceof ApiFailure && (error.status === 0 || error.status >= 502),
    },
  },
});
