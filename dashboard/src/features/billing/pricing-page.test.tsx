import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { PublicInstallation } from '../../data/resources/platform/public-installation.ts'
import { inRouter, showSignedIn } from '../../../test/show.tsx'
import { PricingPage } from './pricing-page.tsx'

const contact = 'https://example.com/contact'
const show = (change: object) => {
  const installation: PublicInstallation = {
    needs_owner: false,
    sign_up: 'open',
    has_mail_server: false,
    sells_plans: false,
    support_email: null,
    enterprise_contact_url: null,
    ...change,
  }
  showSignedIn(inRouter(() => <PricingPage installation={installation} />))
}

// SPEC: "Enterprise plan link | External contact form."
it('shows each plan with its price, and the differences', async () => {
  show({ sells_plans: true, enterprise_contact_url: contact })
  expect(await screen.findByText('From $25 / month')).toBeVisible()
  expect(screen.getByText('Most Popular')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Choose Team' })).toHaveAttribute(
    'href',
    '/dashboard/new?plan=team',
  )
  const enterprise = screen.getByRole('link', { name: 'Contact us' })
  expect(enterprise).toHaveAttribute('href', contact)
  expect(enterprise).toHaveAttribute('target', '_blank')
  const table = screen.getByRole('table', { name: 'Comparison of the plans' })
  const egress = within(table).getByRole('row', { name: /^Egress/ })
  expect(egress).toHaveTextContent('5 GB250 GBthen $0.09 per GB250 GBthen $0.09 per GBUnlimited')
})

it('shows no prices where no plans are sold', async () => {
  show({})
  expect(await screen.findByText('No plans for sale')).toBeVisible()
  expect(screen.queryByText(/\$/)).toBeNull()
})

it('has no link for Enterprise without a contact form', async () => {
  show({ sells_plans: true })
  expect(await screen.findByText('Custom')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Contact us' })).toBeNull()
})
