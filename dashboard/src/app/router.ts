import { createRouter } from '@tanstack/react-router'
import { ErrorScreen } from '../components/error-screen.tsx'
import { NotFound } from '../components/not-found.tsx'
import type { RouterContext } from '../components/router-context.ts'
import type { ErrorReporter } from '../data/client/error-reports.ts'
import { routeTree } from '../route-tree.gen.ts'
import { loadingOptions } from './loading-options.ts'
import { parseSearch, stringifySearch } from './search.ts'

const GRID_PAGE = /^\/project\/[^/]+\/(?:editor|sql)(?:\/|$)/

/** Creates the router of all pages. `context` is what their routes get. */
export function createAppRouter(context: RouterContext, { report }: ErrorReporter) {
  return createRouter({
    routeTree,
    context,
    parseSearch,
    stringifySearch,
    ...loadingOptions,
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
