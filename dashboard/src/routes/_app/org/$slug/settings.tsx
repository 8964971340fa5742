import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useLandingPath } from '../../../../data/resources/platform/landing.ts'
import { OrganizationSettings } from '../../../../features/organizations/organization-settings.tsx'
import { useCurrentOrganization } from '../../../../features/organizations/use-current-organization.ts'

export const Route = createFileRoute('/_app/org/$slug/settings')({ component: SettingsPage })

function SettingsPage() {
  const organization = useCurrentOrganization(Route.useParams().slug)
  const navigate = useNavigate()
  const landing = useLandingPath()
  if (!organization) return null
  return (
    <OrganizationSettings
      key={organization.slug}
      organization={organization}
      onDeleted={() => navigate({ to: landing, replace: true, ignoreBlocker: true })}
    />
  )
}
