import { createFileRoute, Outlet, useNavigate } from '@tanstack/react-router'
import { useLandingPath } from '../../../data/resources/platform/landing.ts'
import { OrganizationGate } from '../../../features/organizations/organization-gate.tsx'

export const Route = createFileRoute('/_app/org/$slug')({ component: OrganizationLayout })

function OrganizationLayout() {
  const { slug } = Route.useParams()
  const navigate = useNavigate()
  const landing = useLandingPath()
  const leave = () =>
    void navigate({
      to: landing,
      search: { error: 'org_not_found', org: slug },
      replace: true,
    })
  return (
    <OrganizationGate key={slug} slug={slug} onUnknown={leave}>
      {() => <Outlet />}
    </OrganizationGate>
  )
}
