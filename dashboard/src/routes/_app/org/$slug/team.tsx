import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useLandingPath } from '../../../../data/resources/platform/landing.ts'
import { profileQuery } from '../../../../data/resources/platform/profile.ts'
import { invitationsQuery, membersQuery } from '../../../../data/resources/platform/members.ts'
import { Team } from '../../../../features/organizations/team.tsx'
import { useCurrentOrganization } from '../../../../features/organizations/use-current-organization.ts'

type TeamSearch = { panel?: 'invite' }

export const Route = createFileRoute('/_app/org/$slug/team')({
  validateSearch: ({ panel }): TeamSearch => (panel === 'invite' ? { panel } : {}),
  loader: ({ context, params: { slug } }) =>
    context.readAhead(async ({ call, notifyDeveloper, read }) => {
      const profile = await read(profileQuery(call, notifyDeveloper))
      if (!profile?.capabilities.includes('members:manage')) return
      await Promise.all([read(membersQuery(call, slug)), read(invitationsQuery(call, slug))])
    }),
  component: TeamPage,
})

function TeamPage() {
  const organization = useCurrentOrganization(Route.useParams().slug)
  const { panel } = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const landing = useLandingPath()
  if (!organization) return null
  return (
    <Team
      organization={organization}
      isInviting={panel === 'invite'}
      onInvite={(isInviting) =>
        void navigate({ search: isInviting ? { panel: 'invite' } : {}, replace: true })
      }
      onLeft={() => navigate({ to: landing, replace: true })}
    />
  )
}
