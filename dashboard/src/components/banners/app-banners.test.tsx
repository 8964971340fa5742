import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerWith, organization, profile, showSignedIn } from '../../../test/show.tsx'
import type { ProductArea } from '../shell/use-place.ts'
import { AppBanners } from './app-banners.tsx'
import { useDeclareIncident } from '../../data/resources/platform/incidents.ts'
import { PublicBanners } from './public-banners.tsx'
import { CLOCK_TEXT } from './public-status.ts'

const outage = {
  id: '6f1f0c1e-7a55-4a55-9a37-0f3bb0a0c0d1',
  title: 'Brief dashboard outage',
  text: 'On 16 May 2025, 22:00-23:00 UTC the dashboard is away.',
  link: 'https://status.example.com/1',
  audience: 'all',
  visible_from: '2025-05-10T00:00:00Z',
  visible_until: '2025-05-16T23:00:00Z',
}
const invoice = {
  id: '6f1f0c1e-7a55-4a55-9a37-0f3bb0a0c0d2',
  organization_id: 1,
  organization_slug: 'acme',
  number: '1',
  amount_cents: 100,
  currency: 'USD',
  issued_at: '2026-01-01T00:00:00Z',
  due_at: '2026-01-02T00:00:00Z',
  paid_at: null,
}
const incident = {
  id: '1',
  title: 'Slow queries',
  link: null,
  status: 'investigating',
  source: 'operator',
  started_at: '2026-03-01T12:00:00.000Z',
  resolved_at: null,
}
const everything = {
  'GET /platform/profile': profile,
  'GET /platform/organizations': [organization],
  'GET /platform/incidents': {
    incidents: [incident],
    status_page_url: 'https://status.example.com',
  },
  'GET /platform/notices': [outage],
  'GET /api/get-utc-time': { utcTime: '2001-01-01T00:00:00Z' },
  'GET /platform/stripe/invoices/overdue': [invoice],
}
function DeclareIncident() {
  const declare = useDeclareIncident()
  return (
    <button type="button" onClick={() => declare.mutate({ title: 'Slow queries', link: null })}>
      Declare
    </button>
  )
}
const acme: ProductArea = { kind: 'organization', slug: 'acme' }
const titles = async () => {
  const banners = await screen.findAllByRole('status')
  return banners.map((banner) => banner.querySelector('span')?.textContent)
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
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

describe('the banners of a page', () => {
  // SPEC: "Inaccurate-clock banner."
  it('appear in the order incident, notice, clock, billing', async () => {
    answerWith(everything)
    showSignedIn(<AppBanners place={acme} />)
    expect(await titles()).toEqual([
      'Slow queries',
      'Brief dashboard outage',
      CLOCK_TEXT,
      'Outstanding Invoices',
    ])
  })

  // SPEC: "Incident banner linking to an external status page."
  it('link from an incident to the status page', async () => {
    answerWith(everything)
    showSignedIn(<AppBanners place={acme} />)
    const link = await screen.findByRole('link', { name: 'Status page' })
    expect(link).toHaveAttribute('href', 'https://status.example.com')
    expect(link).toHaveAttribute('target', '_blank')
  })

  // SPEC: ", with 'Learn more' and 'Dismiss'."
  // SPEC: "The dismissal is kept in local storage."
  // SPEC: "**Outage banner**: visible, then acknowledged, then hidden permanently."
  it('never show a dismissed notice again', async () => {
    answerWith(everything)
    const first = showSignedIn(<AppBanners place={acme} />)
    const learn = await screen.findByRole('link', { name: 'Learn more' })
    expect(learn).toHaveAttribute('href', outage.link)
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText(outage.title)).toBeNull()
    expect(localStorage.getItem('stoa.dismissed.notices')).toBe(JSON.stringify([outage.id]))
    first.unmount()
    showSignedIn(<AppBanners place={acme} />)
    expect(await titles()).toHaveLength(3)
    expect(screen.queryByText(outage.title)).toBeNull()
  })

  // SPEC: "Notice banner about a brief dashboard outage on 16 May 2025, 22:00-23:00 UTC."
  it('announce the outage of 16 May 2025 while the server returns that notice', async () => {
    answerWith(everything)
    showSignedIn(<AppBanners place={acme} />)
    expect(await screen.findByText('Brief dashboard outage')).toBeVisible()
    expect(screen.getByText(/16 May 2025, 22:00-23:00 UTC/)).toBeVisible()
  })

  it('show billing problems only on organization and project pages', async () => {
    answerWith(everything)
    showSignedIn(<AppBanners place={{ kind: 'account' }} />)
    expect(await titles()).toHaveLength(3)
    expect(screen.queryByText('Outstanding Invoices')).toBeNull()
  })

  it('request no invoices on an installation without billing', async () => {
    const sent = answerWith({
      ...everything,
      'GET /platform/profile': { ...profile, capabilities: [] },
    })
    showSignedIn(<AppBanners place={acme} />)
    expect(await titles()).toHaveLength(3)
    expect(sent.map(({ request }) => request)).not.toContain(
      'GET /platform/stripe/invoices/overdue',
    )
  })

  it('appear even when one source fails', async () => {
    const { 'GET /platform/notices': _notices, ...rest } = everything
    answerWith(rest)
    showSignedIn(<AppBanners place={acme} />)
    expect(await titles()).toEqual(['Slow queries', CLOCK_TEXT, 'Outstanding Invoices'])
  })

  it('appear immediately when a page is reopened, before any server has responded', async () => {
    answerWith(everything)
    const first = showSignedIn(<AppBanners place={acme} />)
    const before = await titles()
    first.unmount()
    vi.stubGlobal('fetch', () => new Promise(() => undefined))
    showSignedIn(<AppBanners place={acme} />)
    const now = screen.getAllByRole('status').map((banner) => banner.querySelector('span'))
    expect(now.map((title) => title?.textContent)).toEqual(before)
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText(outage.title)).toBeNull()
  })

  it("do not show one organization's billing problems on another organization's page", async () => {
    answerWith(everything)
    const first = showSignedIn(<AppBanners place={acme} />)
    await titles()
    first.unmount()
    vi.stubGlobal('fetch', () => new Promise(() => undefined))
    showSignedIn(<AppBanners place={{ kind: 'organization', slug: 'other' }} />)
    expect(await titles()).toEqual(['Slow queries', 'Brief dashboard outage', CLOCK_TEXT])
  })

  it('disappear when the server no longer returns them', async () => {
    answerWith(everything)
    const first = showSignedIn(<AppBanners place={acme} />)
    await titles()
    first.unmount()
    answerWith({ ...everything, 'GET /platform/notices': [] })
    showSignedIn(<AppBanners place={acme} />)
    expect(screen.getByText(outage.title)).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByText(outage.title)).toBeNull())
  })

  it('show an incident as soon as an operator declares it, and when the user returns', async () => {
    const none = { incidents: [], status_page_url: null }
    const answers: Record<string, unknown> = {
      ...everything,
      'GET /platform/incidents': none,
      'POST /platform/installation/incidents': incident,
    }
    answerWith(answers)
    showSignedIn(
      <>
        <AppBanners place={{ kind: 'account' }} />
        <DeclareIncident />
      </>,
    )
    expect(await titles()).toEqual(['Brief dashboard outage', CLOCK_TEXT])
    answers['GET /platform/incidents'] = everything['GET /platform/incidents']
    await userEvent.click(screen.getByRole('button', { name: 'Declare' }))
    expect(await screen.findByText('Slow queries')).toBeVisible()
    answers['GET /platform/incidents'] = none
    window.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect(screen.queryByText('Slow queries')).toBeNull())
  })

  it('ignore a stored copy that cannot be read', () => {
    localStorage.setItem('stoa.banners', '{"place":"org/acme","banners":[{"id":1}]}')
    vi.stubGlobal('fetch', () => new Promise(() => undefined))
    showSignedIn(<AppBanners place={acme} />)
    expect(screen.queryByRole('status')).toBeNull()
  })

  // SPEC: "It is shown except on sign-in pages"
  it('show no notices before sign-in', async () => {
    const sent = answerWith(everything)
    showSignedIn(<PublicBanners />)
    expect(await titles()).toEqual(['Slow queries', CLOCK_TEXT])
    expect(sent.map(({ request }) => request)).not.toContain('GET /platform/notices')
  })
})
