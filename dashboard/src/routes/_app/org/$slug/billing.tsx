import { createFileRoute, useLocation } from '@tanstack/react-router'
import { profileQuery } from '../../../../data/resources/platform/profile.ts'
import { invoicesQuery } from '../../../../data/resources/platform/invoices.ts'
import { subscriptionQuery } from '../../../../data/resources/platform/subscription.ts'
import { Billing } from '../../../../features/billing/billing.tsx'
import { useSelectedOrganization } from '../../../../data/resources/platform/selected-organization.ts'

export const Route = createFileRoute('/_app/org/$slug/billing')({
  loader: ({ context, params: { slug } }) =>
    context.readAhead(async ({ call, notifyDeveloper, read }) => {
      const profile = await read(profileQuery(call, notifyDeveloper))
      if (!profile?.capabilities.includes('invoices:read')) return
      await Promise.all([
        read(invoicesQuery(call, slug)),
        profile.capabilities.includes('plans:sold') && read(subscriptionQuery(call, slug)),
      ])
    }),
  component: BillingPage,
})

function BillingPage() {
  const organization = useSelectedOrganization({ slug: Route.useParams().slug })
  const { hash } = useLocation()
  return organization && <Billing organization={organization} anchor={hash} />
}
