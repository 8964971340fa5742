import { createFileRoute, redirect } from '@tanstack/react-router'
import { pickText } from '../lib/search-params.ts'

/** Signs out. The query cache belongs to the signed-in part of the tree and is gone with it. */
export const Route = createFileRoute('/logout')({
  validateSearch: (search) => pickText(search, 'returnTo'),
  beforeLoad: async ({ context, search }) => {
    await context.session.signOut()
    throw redirect({ to: '/sign-in', search, replace: true })
  },
})
