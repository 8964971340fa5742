import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useLandingPath } from '../../../../data/resources/accounts/landing.ts'
import { Team } from '../../../../features/organizations/team.tsx'
import { useCurrentOrganization } from '../../../../features/organizations/use-current-organization.ts'

type TeamSearch = { panel?: 'invite' }

export const Route = createFileRoute('/_app/org/$slug/team')({
  validateSearch: ({ panel }): TeamSearch => (panel === 'invite' ? { panel } : {}),
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
