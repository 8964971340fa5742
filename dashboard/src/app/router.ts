import { createRouter } from '@tanstack/react-router'
import { ErrorScreen } from '../components/error-screen.tsx'
import { NotFound } from '../components/not-found.tsx'
import type { RouterContext } from '../components/router-context.ts'
import type { ErrorReporter } from '../data/client/error-reports.ts'
import { routeTree } from '../route-tree.gen.ts'
import { parseSearch, stringifySearch } from './search.ts'

const GRID_PAGE = /^\/project\/[^/]+\/(?:editor|sql)(?:\/|$)/

/**
 * React Query caches the data, so the router keeps no cache of its own: a loader runs each time its
 * page opens, and not again while the page stays open.
 */
export function createAppRouter(context: RouterContext, { report }: ErrorReporter) {
  return createRouter({
    routeTree,
    context,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultStaleTime: Number.POSITIVE_INFINITY,
    defaultGcTime: 0,
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
