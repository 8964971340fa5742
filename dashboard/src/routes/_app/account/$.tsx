import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { findPage } from '../../../components/rooms/pages.ts'

/** Redirects the former addresses below /account to their pages. */
export const Route = createFileRoute('/_app/account/$')({
  beforeLoad: async ({ context, location }) => {
    const found = findPage(await context.loadRooms(), location.pathname)
    if (found?.kind !== 'moved') throw notFound()
    throw redirect({ href: `${found.to}${location.searchStr}`, replace: true })
  },
})
