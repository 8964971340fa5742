import { USAGE_PRODUCT_IDS } from '@stoa/contract/catalog/usage-products'
import { Organization } from '@stoa/contract/platform/organizations'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  answerWith,
  inRouter,
  organization,
  profile,
  project,
  showSignedIn,
} from '../../../test/show.tsx'
import { UsagePage } from './usage-page.tsx'

const GB = 1024 ** 3
const acme = Organization.parse(organization)
const report = {
  cycle: { from: '2026-03-01T00:00:00.000Z', until: '2026-04-01T00:00:00.000Z' },
  cycles: ['2026-03', '2026-02'],
  products: USAGE_PRODUCT_IDS.map((product) => ({
    product,
    quantity: product === 'egress' ? 300 * GB : 0,
    included: product === 'egress' ? 250 * GB : null,
    overage: product === 'egress' ? 50 * GB : 0,
    charge_cents: product === 'egress' ? 450 : 0,
    days: [0, product === 'egress' ? 300 * GB : 0],
    projects: product === 'egress' ? [{ ref: project.ref, name: 'Shop', quantity: 300 * GB }] : [],
  })),
}
const show = (...capabilities: string[]) => {
  const onSelect = vi.fn<(selection: object) => void>()
  answerWith({
    'GET /platform/profile': {
      ...profile,
      capabilities: [...profile.capabilities, ...capabilities],
    },
    'GET /platform/projects': [],
    'GET /platform/organizations/acme/usage': report,
  })
  showSignedIn(inRouter(() => <UsagePage organization={acme} selection={{}} onSelect={onSelect} />))
  return onSelect
}

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

it('shows quota, overage and its price where plans are sold', async () => {
  show('plans:limited', 'plans:sold')
  expect(await screen.findByText('250 GB included, 50 GB more used: $4.50')).toBeVisible()
  expect(screen.getByRole('progressbar', { name: 'Used part of the quota of Egress' })).toHaveValue(
    100,
  )
})

it('shows neither quotas nor prices on a private installation', async () => {
  show()
  expect((await screen.findAllByText('300 GB')).length).toBeGreaterThan(0)
  expect(screen.queryByText(/included|\$/)).toBeNull()
})

it('selects a cycle', async () => {
  const onSelect = show()
  const cycles = await screen.findByRole('combobox', { name: 'Billing cycle' })
  await waitFor(() => expect(cycles).toHaveTextContent('March 2026'))
  cycles.focus()
  await userEvent.keyboard('{ArrowDown}')
  await userEvent.click(await screen.findByRole('option', { name: 'February 2026' }))
  expect(onSelect).toHaveBeenCalledWith({ cycle: '2026-02' })
})
