import { createRootRouteWithContext, Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Room } from '../components/rooms/room.ts'
import type { Session } from '../data/client/session.ts'

/** Objects that `app` creates once and passes to every route. */
type RouterContext = {
  readonly session: Session
  /** Signed-out pages use no rooms, so their code loads with the shell. */
  readonly loadRooms: () => Promise<readonly Room[]>
}

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
