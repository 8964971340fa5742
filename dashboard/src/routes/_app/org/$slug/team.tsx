import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { Team } from '../../../../features/organizations/team.tsx'
import { useCurrentOrganization } from '../../../../features/organizations/use-current-organization.ts'

export const Route = createFileRoute('/_app/org/$slug/team')({ component: TeamPage })

function TeamPage() {
  const organization = useCurrentOrganization(Route.useParams().slug)
  const navigate = useNavigate()
  if (!organization) return null
  return (
    <Team
      organization={organization}
      onLeft={() => navigate({ to: '/organizations', replace: true })}
    />
  )
}
