import { createFileRoute } from '@tanstack/react-router'
import { readPublicInstallation } from '../data/resources/platform/public-installation.ts'
import { PricingPage } from '../features/billing/pricing-page.tsx'

export const Route = createFileRoute('/pricing')({
  loader: ({ abortController }) => readPublicInstallation(abortController.signal),
  component: PricingRoute,
})

function PricingRoute() {
  return <PricingPage installation={Route.useLoaderData()} />
}
