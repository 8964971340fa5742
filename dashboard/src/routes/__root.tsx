import { createRootRouteWithContext, Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Room } from '../components/rooms/room.ts'
import type { Session } from '../data/client/session.ts'

/** What `app` makes once and hands to every route. */
type RouterContext = { session: Session; rooms: readonly Room[] }

export const Route = createRootRouteWithContext<RouterContext>()({ component: Root })

/** Names the tab after the innermost route that has a title; pages with a better one set it later. */
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
