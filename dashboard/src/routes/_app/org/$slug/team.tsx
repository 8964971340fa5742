import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useLandingPath } from '../../../../data/resources/landing.ts'
import { Team } from '../../../../features/organizations/team.tsx'
import { useCurrentOrganization } from '../../../../features/organizations/use-current-organization.ts'

export const Route = createFileRoute('/_app/org/$slug/team')({ component: TeamPage })

function TeamPage() {
  const organization = useCurrentOrganization(Route.useParams().slug)
  const navigate = useNavigate()
  const landing = useLandingPath()
  if (!organization) return null
  return (
    <Team organization={organization} onLeft={() => navigate({ to: landing, replace: true })} />
  )
}
