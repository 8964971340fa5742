import type { AnyRouter } from '@tanstack/react-router'
import { NotFound } from '../components/not-found.tsx'
import { routeTree } from '../route-tree.gen.ts'
import { Route as root } from '../routes/__root.tsx'

const { children } = routeTree

/** Replaces the routes of the entry chunk, which have the same root and know no missing page. */
export function addAllRoutes(router: AnyRouter): void {
  root.addChildren({ ...children })
  router.update({ ...router.options, defaultNotFoundComponent: NotFound })
  router.setRoutes(router.buildRouteTree())
}
