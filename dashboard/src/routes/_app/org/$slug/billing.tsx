import { createFileRoute, useLocation } from '@tanstack/react-router'
import { Billing } from '../../../../features/billing/billing.tsx'
import { useSelectedOrganization } from '../../../../data/resources/organizations/selected-organization.ts'

export const Route = createFileRoute('/_app/org/$slug/billing')({ component: BillingPage })

function BillingPage() {
  const organization = useSelectedOrganization({ slug: Route.useParams().slug })
  const { hash } = useLocation()
  return organization && <Billing organization={organization} anchor={hash} />
}
