import { featurePreviews } from '@stoa/contract/catalog/feature-previews'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerWith, organization, profile, project, showSignedIn } from '../../../test/show.tsx'
import { giveTelemetryConsent } from '../../data/local/telemetry-consent.ts'
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
    has_mail_server: true,
    environment: 'production',
    links: {
      support_email: null,
      enterprise_contact_url: null,
      discussions_url: 'https://github.com/a/b/discussions',
      status_page_url: null,
    },
    sells_plans: false,
  },
}
const setting = () => JSON.parse(localStorage.getItem('featurePreviewModal') ?? 'null')
const show = () =>
  showSignedIn(<FeaturePreviewsDialog place={{ kind: 'organization', slug: 'acme' }} />)
const item = (name: RegExp) => screen.findByRole('button', { name })

beforeEach(() => {
  localStorage.setItem('featurePreviewModal', '{"open":true,"selected":null}')
  giveTelemetryConsent()
})
afterEach(() => vi.unstubAllGlobals())

describe('the feature previews modal', () => {
  // SPEC: "Titled 'Dashboard feature previews'."
  it('has its title and shows the first preview', async () => {
    answerWith(server)
    show()
    expect(await screen.findByRole('dialog', { name: 'Dashboard feature previews' })).toBeVisible()
    expect(await item(/^New logs interface/)).toHaveAttribute('aria-current', 'true')
    expect(screen.getByRole('region', { name: 'New logs interface' })).toBeVisible()
  })

  // SPEC: "Open state is stored in a local setting named featurePreviewModal, which also holds the selected feature key."
  it('stores the selected preview and its open state in its local setting', async () => {
    answerWith(server)
    show()
    await userEvent.click(await item(/^Realtime settings/))
    expect(setting()).toEqual({ open: true, selected: 'realtime-settings' })
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(setting()).toEqual({ open: false, selected: 'realtime-settings' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  // SPEC: "Left: a list of previews with an enabled or not-enabled marker."
  // SPEC: "Feature preview: enabled or disabled, toggled by the button."
  // SPEC: "**Feature preview**: key,"
  // SPEC: "A per-user enabled flag is kept per key."
  it('enables and disables a preview, marks it and stores the flag under its key', async () => {
    answerWith(server)
    show()
    const flags = () =>
      Object.fromEntries(
        Object.entries(localStorage).filter(([name]) => name.startsWith('stoa.preview.')),
      )
    await userEvent.click(await item(/^Branching via dashboard\s*Not enabled/))
    await userEvent.click(screen.getByRole('button', { name: 'Enable' }))
    expect(await item(/^Branching via dashboard\s*Enabled/)).toBeVisible()
    expect(await item(/^Realtime settings\s*Not enabled/)).toBeVisible()
    expect(flags()).toEqual({ [`stoa.preview.${profile.id}.branching-2-0`]: 'true' })
    await userEvent.click(screen.getByRole('button', { name: 'Disable' }))
    expect(await item(/^Branching via dashboard\s*Not enabled/)).toBeVisible()
    expect(flags()).toEqual({ [`stoa.preview.${profile.id}.branching-2-0`]: 'false' })
  })

  // SPEC: "Each toggle records an analytics event, feature_preview_enabled or feature_preview_disabled, with the feature, project ref and organization slug ('Unknown' if missing)."
  it.each([
    [{ kind: 'account' }, { project: 'Unknown', organization: 'Unknown' }],
    [
      { kind: 'organization', slug: 'acme' },
      { project: 'Unknown', organization: 'acme' },
    ],
    [
      { kind: 'project', ref: project.ref },
      { project: project.ref, organization: 'acme' },
    ],
  ] as const)('records each toggle at %o as an event of %o', async (place, of) => {
    // This preview links to no page, and a link would need the router.
    localStorage.setItem('featurePreviewModal', '{"open":true,"selected":"inline-sql-editor"}')
    const sent = answerWith({ ...server, [`GET /platform/projects/${project.ref}`]: project })
    showSignedIn(<FeaturePreviewsDialog place={place} />)
    await userEvent.click(await screen.findByRole('button', { name: 'Enable' }))
    await userEvent.click(screen.getByRole('button', { name: 'Disable' }))
    const events = sent.filter(({ request }) => request === 'POST /platform/telemetry/event')
    const properties = { feature: 'inline-sql-editor', ...of }
    expect(events.map(({ body }) => body)).toMatchObject([
      { event_name: 'feature_preview_enabled', properties },
      { event_name: 'feature_preview_disabled', properties },
    ])
  })

  // SPEC: "Optional feature previews can be switched on per user."
  it("keeps one user's previews separate from those of the next user of the same browser", async () => {
    answerWith(server)
    const first = show()
    await userEvent.click(await item(/^Branching via dashboard/))
    await userEvent.click(screen.getByRole('button', { name: 'Enable' }))
    expect(await item(/^Branching via dashboard\s*Enabled/)).toBeVisible()
    first.unmount()
    const id = '0b6d7a52-2b1c-4f0e-9d55-6e1c1a2b3c4d'
    answerWith({ ...server, 'GET /platform/profile': { ...profile, id } })
    show()
    expect(await item(/^Branching via dashboard\s*Not enabled/)).toBeVisible()
  })

  // SPEC: "The selected preview defaults to the first available one."
  it('lists only what the server offers, and selects the first of them', async () => {
    answerWith({ ...server, 'GET /platform/feature-flags': { 'preview:api-side-panel': true } })
    show()
    expect(await item(/^Project API documentation/)).toBeVisible()
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
    expect(screen.getByRole('region', { name: 'Project API documentation' })).toBeVisible()
  })

  it('shows a message when the offered previews cannot be loaded', async () => {
    answerWith({ ...server, 'GET /platform/feature-flags': new Response('{}', { status: 400 }) })
    show()
    expect(await screen.findByText('Could not load the previews')).toBeVisible()
    expect(screen.queryByText('No feature previews available')).toBeNull()
  })

  it("marks a new preview with a 'New' badge", async () => {
    answerWith(server)
    show()
    expect(within(await item(/^Branching/)).getByText('New')).toBeVisible()
    expect(within(await item(/^Column-level/)).queryByText('New')).toBeNull()
  })

  it('does not enable a preview that the plan excludes', async () => {
    answerWith(server)
    show()
    await item(/^New logs interface/)
    expect(screen.getByRole('button', { name: 'Enable' })).toBeDisabled()
    expect(screen.getByText('For organizations on the Team plan or above.')).toBeVisible()
  })
})
