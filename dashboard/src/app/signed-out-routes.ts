import { createRoute, redirect } from '@tanstack/react-router'
import type { routeTree } from '../route-tree.gen.ts'
import { Route as root } from '../routes/__root.tsx'
import { Route as forgotPassword } from '../routes/forgot-password.tsx'
import { Route as signIn } from '../routes/sign-in.tsx'

/**
 * The routes of the entry chunk: the pages that someone who is signed out opens first, and one for
 * all other addresses, which loads the complete tree and then opens the address again.
 */
export function createSignedOutRoutes(loadRoutes: () => Promise<void>): typeof routeTree {
  const getParentRoute = () => root
  const others = createRoute({
    getParentRoute,
    path: '$',
    beforeLoad: async ({ location }) => {
      await loadRoutes()
      throw redirect({ href: location.href, replace: true })
    },
  })
  // The same that the generated tree sets.
  Object.assign(signIn.options, { id: '/sign-in', path: '/sign-in', getParentRoute })
  const path = '/forgot-password'
  Object.assign(forgotPassword.options, { id: path, path, getParentRoute })
  root.addChildren([signIn, forgotPassword, others])
  // Links are checked against the complete tree, which has the same root.
  return root as typeof routeTree
}
