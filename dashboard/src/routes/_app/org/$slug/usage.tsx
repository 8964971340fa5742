import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { profileQuery } from '../../../../data/resources/platform/profile.ts'
import { useSelectedOrganization } from '../../../../data/resources/platform/selected-organization.ts'
import { usageQuery } from '../../../../data/resources/platform/usage.ts'
import { UsagePage } from '../../../../features/billing/usage-page.tsx'
import { pickText } from '../../../../lib/search-params.ts'

export const Route = createFileRoute('/_app/org/$slug/usage')({
  validateSearch: (search) => pickText(search, 'cycle', 'project'),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, params: { slug } }) =>
    context.readAhead(async ({ call, notifyDeveloper, read }) => {
      const profile = await read(profileQuery(call, notifyDeveloper))
      if (profile?.capabilities.includes('billing:read')) await read(usageQuery(call, slug, deps))
    }),
  component: UsageRoute,
})

function UsageRoute() {
  const organization = useSelectedOrganization({ slug: Route.useParams().slug })
  const navigate = useNavigate({ from: Route.fullPath })
  const selection = Route.useSearch()
  if (!organization) return null
  return (
    <UsagePage
      organization={organization}
      selection={selection}
      onSelect={({ cycle, project }) =>
        void navigate({ search: pickText({ cycle, project }, 'cycle', 'project'), replace: true })
      }
    />
  )
}
