import { Organization } from '@stoa/contract/platform/organizations'
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerWith, inRouter, organization, profile, showSignedIn } from '../../../test/show.tsx'
import { Billing } from './billing.tsx'

const acme = Organization.parse(organization)
const invoice = (number: string, fields: object) => ({
  id: '6f1f0c1e-7a55-4a55-9a37-0f3bb0a0c0d2',
  organization_id: 1,
  organization_slug: 'acme',
  number,
  amount_cents: 2599,
  currency: 'USD',
  issued_at: '2026-01-01T12:00:00Z',
  due_at: '2026-01-31T12:00:00Z',
  paid_at: null,
  ...fields,
})
const server = { 'GET /platform/profile': profile }
const invoices = 'GET /platform/organizations/acme/invoices'

afterEach(() => vi.unstubAllGlobals())

describe('the billing page', () => {
  it('shows the plan and the service status', async () => {
    answerWith({ ...server, [invoices]: [] })
    const restriction_data = { grace_period_end: '2026-03-05T12:00:00Z' }
    const restricted = { ...acme, restriction_status: 'grace_period' as const, restriction_data }
    showSignedIn(inRouter(() => <Billing organization={restricted} anchor="" />))
    expect(await screen.findByText('Pro')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Contact support' })).toBeVisible()
    expect(screen.getByText('Grace period until 05 Mar 2026')).toBeVisible()
    expect(await screen.findByText('No invoices yet')).toBeVisible()
  })

  // SPEC: "/org/{slug}/billing and /org/{slug}/billing#invoices | Billing;"
  it('scrolls to the invoices when the URL has #invoices', async () => {
    const scroll = vi.fn<() => void>()
    Element.prototype.scrollIntoView = scroll
    answerWith({
      ...server,
      [invoices]: [
        invoice('1', {}),
        invoice('2', { id: '6f1f0c1e-7a55-4a55-9a37-0f3bb0a0c0d3', paid_at: '2026-01-02' }),
        invoice('3', { id: '6f1f0c1e-7a55-4a55-9a37-0f3bb0a0c0d4', due_at: '2999-01-01' }),
      ],
    })
    showSignedIn(inRouter(() => <Billing organization={acme} anchor="invoices" />))
    const table = await screen.findByRole('table', { name: 'Invoices' })
    const [, ...rows] = within(table).getAllByRole('row')
    expect(rows.map((row) => row.textContent)).toEqual([
      '1Overdue01 Jan 202631 Jan 2026$25.99',
      '2Paid01 Jan 202631 Jan 2026$25.99',
      '3Open01 Jan 202601 Jan 2999$25.99',
    ])
    expect(table.closest('#invoices')).toBe(scroll.mock.contexts[0])
  })

  it('shows the limit of active projects only if the server enforces it', async () => {
    const free = { ...acme, plan: { id: 'free' as const, name: 'Free' }, project_count: 1 }
    answerWith({ ...server, [invoices]: [] })
    const { unmount } = showSignedIn(inRouter(() => <Billing organization={free} anchor="" />))
    expect(await screen.findByText('No invoices yet')).toBeVisible()
    expect(screen.getByText('1')).toBeVisible()
    expect(screen.queryByText(/active/)).toBeNull()
    unmount()
    const capabilities = [...profile.capabilities, 'plans:limited']
    answerWith({ ...server, [invoices]: [], 'GET /platform/profile': { ...profile, capabilities } })
    showSignedIn(inRouter(() => <Billing organization={free} anchor="" />))
    expect(await screen.findByText('1, up to 2 active')).toBeVisible()
  })

  it('shows no invoices where the installation has disabled them', async () => {
    const capabilities = profile.capabilities.filter((name) => name !== 'invoices:read')
    const sent = answerWith({ 'GET /platform/profile': { ...profile, capabilities } })
    showSignedIn(inRouter(() => <Billing organization={acme} anchor="" />))
    expect(await screen.findByText('Billing email')).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'Invoices' })).toBeNull()
    expect(sent.map(({ request }) => request)).not.toContain(invoices)
  })

  it('says that nothing is billed on an installation without billing', async () => {
    answerWith({ 'GET /platform/profile': { ...profile, capabilities: [] } })
    showSignedIn(inRouter(() => <Billing organization={acme} anchor="" />))
    expect(await screen.findByText('No billing on this installation')).toBeVisible()
  })
})
