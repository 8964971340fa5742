import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import type { Session } from '../data/session.ts'

export const Route = createRootRouteWithContext<{ session: Session }>()({ component: Outlet })
