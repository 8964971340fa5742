import { createFileRoute } from '@tanstack/react-router'
import { Team } from '../../../../features/organizations/team.tsx'
import { useCurrentOrganization } from '../../../../features/organizations/use-current-organization.ts'

export const Route = createFileRoute('/_app/org/$slug/team')({ component: TeamPage })

function TeamPage() {
  const organization = useCurrentOrganization(Route.useParams().slug)
  return organization && <Team organization={organization} />
}
