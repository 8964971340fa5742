import { createRootRouteWithContext, Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { RouterContext } from '../components/router-context.ts'

export const Route = createRootRouteWithContext<RouterContext>()({ component: Root })

/** Sets the tab title from the innermost route that has one. A page can replace it later. */
function Root() {
  const title = useRouterState({
    select: ({ matches }) =>
      matches.flatMap(({ meta }) => meta ?? []).findLast((tag) => tag?.title)?.title,
  })
  useEffect(() => {
    if (title) document.title = `${title} · Stoa`
  }, [title])
  return <Outlet />
}
