import { createRouter } from '@tanstack/react-router'
import { ErrorScreen } from '../components/error-screen.tsx'
import { NotFound } from '../components/not-found.tsx'
import type { Room } from '../components/rooms/room.ts'
import type { ErrorReporter } from '../data/client/error-reports.ts'
import type { Session } from '../data/client/session.ts'
import { routeTree } from '../route-tree.gen.ts'
import { parseSearch, stringifySearch } from './search.ts'

const GRID_PAGE = /^\/project\/[^/]+\/(?:editor|sql)(?:\/|$)/

/** React Query caches the data, so the router keeps no cache of its own. */
export function createAppRouter(
  context: { session: Session; loadRooms: () => Promise<readonly Room[]> },
  { report }: ErrorReporter,
) {
  return createRouter({
    routeTree,
    context,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // A grid restores its own scroll position, because another sort or filter starts at the first
    // row.
    scrollRestoration: ({ location }) => !GRID_PAGE.test(location.pathname),
    defaultErrorComponent: ErrorScreen,
    defaultOnCatch: (error) => report(error),
    defaultNotFoundComponent: NotFound,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
