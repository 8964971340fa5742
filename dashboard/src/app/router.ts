import { createRouter } from '@tanstack/react-router'
import { ErrorScreen } from '../components/error-screen.tsx'
import type { RouterContext } from '../components/router-context.ts'
import type { ErrorReporter } from '../data/client/error-reports.ts'
import { loadingOptions } from './loading-options.ts'
import { parseSearch, stringifySearch } from './search.ts'
import { createSignedOutRoutes } from './signed-out-routes.ts'

const GRID_PAGE = /^\/project\/[^/]+\/(?:editor|sql)(?:\/|$)/

/**
 * Creates the router of all pages. `context` is what their routes get. The router starts with the
 * signed-out pages and loads the other routes when one of them opens.
 */
export function createAppRouter(
  context: Omit<RouterContext, 'loadRoutes'>,
  { report }: ErrorReporter,
) {
  let loading: Promise<void> | undefined
  const loadRoutes = () => {
    loading ??= addRoutes().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  const addRoutes = async () => {
    const { addAllRoutes } = await import('./all-routes.ts')
    addAllRoutes(router)
  }
  const router = createRouter({
    routeTree: createSignedOutRoutes(loadRoutes),
    context: { ...context, loadRoutes },
    parseSearch,
    stringifySearch,
    ...loadingOptions,
    // A grid restores its own scroll position, because another sort or filter starts at the first
    // row.
    scrollRestoration: ({ location }) => !GRID_PAGE.test(location.pathname),
    defaultErrorComponent: ErrorScreen,
    defaultOnCatch: (error) => report(error),
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
