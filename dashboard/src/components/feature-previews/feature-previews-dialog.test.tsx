import { featurePreviews } from '@stoa/contract/catalog/feature-previews'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerWith, organization, profile, showSignedIn } from '../../../test/show.tsx'
import { keepTelemetryCookie } from '../../data/local/telemetry-consent.ts'
import { FeaturePreviewsDialog } from './feature-previews-dialog.tsx'

const server = {
  'GET /platform/profile': profile,
  'GET /platform/organizations': [organization],
  'GET /platform/feature-flags': Object.fromEntries(
    featurePreviews.map(({ key }) => [`preview:${key}`, true]),
  ),
  'POST /platform/telemetry/event': { is_stored: true },
  'POST /platform/telemetry/feature-flags/track': {},
  'GET /platform/installation': {
    needs_owner: false,
    sign_up: 'open',
    environment: 'production',
    links: {
      support_email: null,
      enterprise_contact_url: null,
      discussions_url: 'https://github.com/a/b/discussions',
      status_page_url: null,
    },
  },
}
const setting = () => JSON.parse(localStorage.getItem('featurePreviewModal') ?? 'null')
const show = () =>
  showSignedIn(<FeaturePreviewsDialog place={{ kind: 'organization', slug: 'acme' }} />)
const item = (name: RegExp) => screen.findByRole('button', { name })

beforeEach(() => {
  localStorage.setItem('featurePreviewModal', '{"open":true,"selected":null}')
  keepTelemetryCookie()
})
afterEach(() => vi.unstubAllGlobals())

describe('the feature previews modal', () => {
  // SPEC: "Titled 'Dashboard feature previews'."
  // SPEC: "The selected preview defaults to the first available one."
  it('has its title and shows the first preview', async () => {
    answerWith(server)
    show()
    expect(await screen.findByRole('dialog', { name: 'Dashboard feature previews' })).toBeVisible()
    expect(await item(/^New logs interface/)).toHaveAttribute('aria-current', 'true')
    expect(screen.getByRole('region', { name: 'New logs interface' })).toBeVisible()
  })

  // SPEC: "List size: 280px wide, 550px high."
  it('has a list 280px wide and 550px high', async () => {
    answerWith(server)
    show()
    const list = await screen.findByRole('list', { name: 'Previews' })
    expect(list).toHaveClass('sm:w-[280px]')
    expect(list.parentElement).toHaveClass('sm:h-[550px]')
  })

  // SPEC: "Open state is stored in a local setting named featurePreviewModal, which also holds the selected feature key."
  it('keeps in its local setting what is selected and that it is open', async () => {
    answerWith(server)
    show()
    await userEvent.click(await item(/^Realtime settings/))
    expect(setting()).toEqual({ open: true, selected: 'realtime-settings' })
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(setting()).toEqual({ open: false, selected: 'realtime-settings' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  // SPEC: "Each toggle records an analytics event, feature_preview_enabled or feature_preview_disabled, with the feature, project ref and organization slug ('Unknown' if missing)."
  // SPEC: "Left: a list of previews with an enabled or not-enabled marker."
  // SPEC: "Feature preview: enabled or disabled, toggled by the button."
  // SPEC: "A per-user enabled flag is kept per key."
  it('switches a preview, marks it and records the event', async () => {
    const sent = answerWith(server)
    show()
    await userEvent.click(await item(/^Branching via dashboard/))
    await userEvent.click(screen.getByRole('button', { name: 'Enable' }))
    expect(await item(/^Branching via dashboard\s*enabled/)).toBeVisible()
    expect(localStorage.getItem(`stoa.preview.${profile.id}.branching-2-0`)).toBe('true')
    await userEvent.click(screen.getByRole('button', { name: 'Disable' }))
    const events = sent.filter(({ request }) => request === 'POST /platform/telemetry/event')
    const properties = { feature: 'branching-2-0', project: 'Unknown', organization: 'acme' }
    expect(events.map(({ body }) => body)).toMatchObject([
      { event_name: 'feature_preview_enabled', properties },
      { event_name: 'feature_preview_disabled', properties },
    ])
  })

  // SPEC: "Optional feature previews can be switched on per user."
  it('keeps what one person has switched on from the next in the same browser', async () => {
    answerWith(server)
    const first = show()
    await userEvent.click(await item(/^Branching via dashboard/))
    await userEvent.click(screen.getByRole('button', { name: 'Enable' }))
    expect(await item(/^Branching via dashboard\s*enabled/)).toBeVisible()
    first.unmount()
    const id = '0b6d7a52-2b1c-4f0e-9d55-6e1c1a2b3c4d'
    answerWith({ ...server, 'GET /platform/profile': { ...profile, id } })
    show()
    expect(await item(/^Branching via dashboard\s*not enabled/)).toBeVisible()
  })

  it('lists nothing that the server does not offer', async () => {
    answerWith({ ...server, 'GET /platform/feature-flags': { 'preview:api-side-panel': true } })
    show()
    expect(await item(/^Project API documentation/)).toBeVisible()
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
  })

  it('says so when it cannot know what is offered', async () => {
    answerWith({ ...server, 'GET /platform/feature-flags': new Response('{}', { status: 400 }) })
    show()
    expect(await screen.findByText('The previews could not be loaded')).toBeVisible()
    expect(screen.queryByText('No feature previews available')).toBeNull()
  })

  it("marks what is new with a 'New' badge", async () => {
    answerWith(server)
    show()
    expect(within(await item(/^Branching/)).getByText('New')).toBeVisible()
    expect(within(await item(/^Column-level/)).queryByText('New')).toBeNull()
  })

  it('does not switch on what the plan does not have', async () => {
    answerWith(server)
    show()
    await item(/^New logs interface/)
    expect(screen.getByRole('button', { name: 'Enable' })).toBeDisabled()
    expect(screen.getByText('For organizations on the Team plan or above.')).toBeVisible()
  })
})
