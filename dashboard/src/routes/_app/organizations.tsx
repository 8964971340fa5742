import { createFileRoute } from '@tanstack/react-router'
import { OrganizationList } from '../../features/organizations/organization-list.tsx'
import { pickText } from '../../lib/search-params.ts'

export const Route = createFileRoute('/_app/organizations')({
  validateSearch: (search) => pickText(search, 'error', 'org'),
  component: OrganizationsPage,
})

function OrganizationsPage() {
  const { error, org } = Route.useSearch()
  return <OrganizationList unknownSlug={error === 'org_not_found' ? (org ?? '') : undefined} />
}
