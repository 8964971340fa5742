import { createFileRoute } from '@tanstack/react-router'
import { Landing } from '../../components/landing.tsx'
import { useProfile } from '../../data/resources/platform/profile.ts'
import { OrganizationList } from '../../features/organizations/organization-list.tsx'
import { pickText } from '../../lib/search-params.ts'

/** The default landing page. It redirects if the server chose another one for this user. */
export const Route = createFileRoute('/_app/organizations')({
  validateSearch: (search) => pickText(search, 'error', 'org'),
  component: OrganizationsPage,
})

function OrganizationsPage() {
  const { error, org } = Route.useSearch()
  const { data: profile } = useProfile()
  if (profile?.landing_path !== '/organizations') return <Landing />
  return <OrganizationList unknownSlug={error === 'org_not_found' ? (org ?? '') : undefined} />
}
