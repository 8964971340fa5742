import { Organization } from '@stoa/contract/platform/organizations'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import {
  answerWith,
  inRouter,
  installation,
  organization,
  profile,
  showSignedIn,
} from '../../../test/show.tsx'
import { Billing } from './billing.tsx'

const acme = Organization.parse({ ...organization, abilities: ['subscription:update'] })
const cycle = { from: '2026-03-01T00:00:00.000Z', until: '2026-04-01T00:00:00.000Z' }
const line = (description: string, amount_cents: number) => ({
  description,
  project_ref: null,
  project_name: null,
  quantity: '20.5 of 31 days',
  amount_cents,
})
const subscription = {
  plan: 'pro',
  tier: 'tier_pro',
  has_spend_cap: true,
  managed_by: 'stoa',
  cycle,
  credit_cents: 500,
  upcoming: { lines: [line('Pro plan', 1653)], total_cents: 1653 },
}
const preview = {
  plan: 'team',
  cycle,
  lines: [line('Pro plan', 847), line('Team plan', 39_611)],
  total_cents: 40_458,
  monthly_cents: 59_900,
  refusals: [],
}
const path = '/platform/organizations/acme'
const server = {
  'GET /platform/profile': { ...profile, capabilities: [...profile.capabilities, 'plans:sold'] },
  'GET /platform/installation': installation,
  [`GET ${path}/invoices`]: [],
  [`GET ${path}/subscription`]: subscription,
}
const show = (shown = acme) =>
  showSignedIn(inRouter(() => <Billing organization={shown} anchor="" />))

afterEach(() => vi.unstubAllGlobals())

it('shows the invoice of the cycle so far, and the credits', async () => {
  answerWith(server)
  show()
  const table = await screen.findByRole('table', { name: 'Upcoming invoice' })
  expect(within(table).getAllByRole('row').at(-1)).toHaveTextContent('Total$16.53')
  expect(screen.getByText('$5.00 of credits will be used for invoices.')).toBeVisible()
})

it('changes the plan only after its price is shown', async () => {
  const sent = answerWith({
    ...server,
    [`POST ${path}/subscription/preview`]: preview,
    [`PATCH ${path}/subscription`]: { ...subscription, plan: 'team', tier: 'tier_team' },
  })
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Change plan' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Change plan' }))
  expect(sheet.getByRole('button', { name: 'Change plan' })).toBeDisabled()
  await userEvent.click(sheet.getByRole('radio', { name: /^Team, From \$599 \/ month/ }))
  const table = await sheet.findByRole('table', { name: 'Price of the change' })
  expect(within(table).getAllByRole('row').at(-1)).toHaveTextContent('Total$404.58')
  await userEvent.click(sheet.getByRole('button', { name: 'Change plan' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toContainEqual({ request: `PATCH ${path}/subscription`, body: { plan: 'team' } })
})

it('shows the reasons that forbid a plan, and does not offer it', async () => {
  const refusals = [
    {
      code: 'plan_needs_no_branches',
      message: 'The Free plan has no branches, and the projects have 2.',
      hint: 'Delete the branches first.',
    },
  ]
  answerWith({
    ...server,
    [`POST ${path}/subscription/preview`]: { ...preview, plan: 'free', refusals },
  })
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Change plan' }))
  await userEvent.click(await screen.findByRole('radio', { name: /^Free, \$0 \/ month/ }))
  expect(await screen.findByText(/Delete the branches first/)).toBeVisible()
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByRole('button', { name: 'Change plan' })).toBeDisabled()
})

it('offers no change to members without the permission, or where a marketplace bills', async () => {
  answerWith(server)
  const first = show({ ...acme, abilities: [] })
  expect(await screen.findByRole('switch', { name: 'Spend cap' })).toBeDisabled()
  expect(screen.queryByRole('button', { name: 'Change plan' })).toBeNull()
  first.unmount()
  show({ ...acme, managed_by: 'aws-marketplace' })
  expect(
    await screen.findByText('Change it in the marketplace where you subscribed.'),
  ).toBeVisible()
  expect(screen.queryByText('Upcoming invoice')).toBeNull()
})
