import { createFileRoute, redirect } from '@tanstack/react-router'
import { pickText } from '../../../lib/search-params.ts'

/** A stable address for external links: `/dashboard/new?plan=pro`. */
export const Route = createFileRoute('/_app/dashboard/new')({
  validateSearch: (search) => pickText(search, 'plan'),
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/new', search, replace: true })
  },
})
