import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, profile, showSignedIn } from '../../test/show.tsx'
import { trackNewValues } from '../data/resources/platform/feature-flags.ts'
import { usePreviewEnabled } from '../data/local/feature-previews.ts'
import { AppBanners } from './banners/app-banners.tsx'
import { keepLastOrganization } from '../data/local/last-organization.ts'
import { giveTelemetryConsent, hasTelemetryConsent } from '../data/local/telemetry-consent.ts'

afterEach(() => vi.unstubAllGlobals())

const notice = {
  id: '6f1f0c1e-7a55-4a55-9a37-0f3bb0a0c0d1',
  title: 'Maintenance',
  text: 'At noon.',
  link: null,
  audience: 'all',
  visible_from: '2025-05-10T00:00:00Z',
  visible_until: '2025-05-16T23:00:00Z',
}
const banners = {
  'GET /platform/organizations': [],
  'GET /platform/incidents': { incidents: [], status_page_url: null },
  'GET /platform/notices': [notice],
}

const kept = (name: string): unknown => JSON.parse(localStorage.getItem(name) ?? 'null')

function Switch() {
  const [isEnabled, setIsEnabled] = usePreviewEnabled('unified-logs')
  return (
    <button type="button" aria-pressed={isEnabled} onClick={() => setIsEnabled(!isEnabled)}>
      Preview
    </button>
  )
}

// SPEC: "**Local storage**: last visited organization slug, telemetry consent, dismissed-banner flag, feature-flag values, and feature previews (true or false per flag, default false)."
it('stores organization, consent, dismissals, flags and previews under separate names', async () => {
  keepLastOrganization('acme')
  expect(kept('stoa.last-organization')).toBe('acme')

  giveTelemetryConsent()
  expect(kept('stoa.telemetry-consent')).toBe(true)
  expect(hasTelemetryConsent()).toBe(true)
  localStorage.removeItem('stoa.telemetry-consent')
  expect(hasTelemetryConsent()).toBe(false)

  const trackFlag = vi.fn<(name: string, value: unknown) => Promise<void>>(async () => undefined)
  trackNewValues({ newHome: true, layers: 3 }, { trackFlag })
  trackNewValues({ newHome: true, layers: 4 }, { trackFlag })
  expect(kept('stoa.feature-flags')).toEqual({ newHome: true, layers: 4 })
  expect(trackFlag.mock.calls).toEqual([
    ['newHome', true],
    ['layers', 3],
    ['layers', 4],
  ])

  answerWith({ ...banners, 'GET /platform/profile': profile })
  const shown = showSignedIn(<AppBanners place={{ kind: 'account' }} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }))
  expect(kept('stoa.dismissed.notices')).toEqual([notice.id])
  shown.unmount()

  showSignedIn(<Switch />)
  const preview = screen.getByRole('button', { name: 'Preview', pressed: false })
  // Before the profile loads, a click is not stored for the user, so the click is repeated.
  await waitFor(async () => {
    await userEvent.click(preview)
    expect(kept(`stoa.preview.${profile.id}.unified-logs`)).toBe(true)
  })
  await userEvent.click(preview)
  expect(kept(`stoa.preview.${profile.id}.unified-logs`)).toBe(false)
})
