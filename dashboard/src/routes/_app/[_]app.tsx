import { createFileRoute, redirect } from '@tanstack/react-router'

/** The application's shell has an address of its own; what it shows first is the landing page. */
export const Route = createFileRoute('/_app/_app')({
  beforeLoad: () => {
    throw redirect({ to: '/organizations', replace: true })
  },
})
