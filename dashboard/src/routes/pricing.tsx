import { createFileRoute } from '@tanstack/react-router'
import { installationQuery } from '../data/resources/platform/installation.ts'
import { PricingPage } from '../features/billing/pricing-page.tsx'

export const Route = createFileRoute('/pricing')({
  loader: ({ context }) =>
    context.readAhead(async ({ call, read }) => {
      await read(installationQuery(call))
    }),
  component: PricingPage,
})
