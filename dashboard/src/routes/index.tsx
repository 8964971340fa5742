import { createFileRoute, redirect } from '@tanstack/react-router'
import { readLastOrganization } from '../data/last-organization.ts'

/** Goes on in the organization this browser was last in, or to all of them. */
export const Route = createFileRoute('/')({
  beforeLoad: () => {
    const slug = readLastOrganization()
    if (slug !== null) throw redirect({ to: '/org/$slug', params: { slug }, replace: true })
    throw redirect({ to: '/organizations', replace: true })
  },
})
