import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerWith, showSignedIn } from '../../../test/show.tsx'
import { hasTelemetryConsent, giveTelemetryConsent } from '../../data/local/telemetry-consent.ts'
import { ConsentToast } from './consent-toast.tsx'
import { PrivacyDialog } from './privacy-dialog.tsx'

const essential = {
  slug: 'essential',
  label: 'Essential',
  description: 'Needed.',
  isEssential: true,
  services: [{ id: 'session', name: 'Session', consent: { status: true } }],
}
const usage = (status: boolean) => ({
  slug: 'telemetry',
  label: 'Usage',
  description: 'Pages.',
  isEssential: false,
  services: [{ id: 'usage-events', name: 'Usage events', consent: { status } }],
})
const undecided = { categories: [essential, usage(false)], decided_at: null }
const decided = (status: boolean) => ({
  categories: [essential, usage(status)],
  decided_at: '2026-01-01T00:00:00Z',
})
const answered = (sent: { request: string; body: unknown }[]) =>
  sent.find(({ request }) => request === 'PUT /platform/consent')?.body

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the consent toast', () => {
  // SPEC: "**Consent**: shown, then accepted all, opted out (all denied, the telemetry cookie is expired)"
  it.each([
    { button: 'Accept', status: true },
    { button: 'Opt out', status: false },
  ])("'$button' sets the same choice for every service", async ({ button, status }) => {
    if (!status) giveTelemetryConsent()
    const sent = answerWith({
      'GET /platform/consent': undecided,
      'PUT /platform/consent': decided(status),
    })
    showSignedIn(<ConsentToast />)
    await userEvent.click(await screen.findByRole('button', { name: button }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Privacy' })).toBeNull())
    expect(document.cookie.includes('stoa-telemetry=')).toBe(status)
    expect(answered(sent)).toEqual({ services: [{ id: 'usage-events', status }] })
    expect(hasTelemetryConsent()).toBe(status)
  })

  // SPEC: "with Accept, Opt out and Privacy settings. It has no timeout and cannot be dismissed."
  it('has its three buttons, no timeout, and cannot be dismissed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    answerWith({ 'GET /platform/consent': undecided })
    showSignedIn(<ConsentToast />)
    await screen.findByRole('region', { name: 'Privacy' })
    fireEvent.keyDown(document.body, { key: 'Escape' })
    fireEvent.pointerDown(document.body)
    await act(async () => vi.advanceTimersByTimeAsync(24 * 3_600_000))
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'Accept',
      'Opt out',
      'Privacy settings',
    ])
  })

  it('is not shown after a decision or when there is nothing to decide', async () => {
    for (const consent of [decided(false), { categories: [essential], decided_at: null }]) {
      giveTelemetryConsent()
      const sent = answerWith({ 'GET /platform/consent': consent })
      const shown = showSignedIn(<ConsentToast />)
      await waitFor(() => expect(sent).toHaveLength(1))
      await waitFor(() => expect(hasTelemetryConsent()).toBe(false))
      expect(screen.queryByRole('region', { name: 'Privacy' })).toBeNull()
      shown.unmount()
      localStorage.clear()
    }
  })
})

describe('the privacy dialog', () => {
  // SPEC: "or customised."
  // SPEC: "The privacy dialog lists cookie categories with a toggle each. Essential ones are disabled. Confirming saves service statuses."
  it('saves the chosen statuses only on confirm', async () => {
    const sent = answerWith({
      'GET /platform/consent': undecided,
      'PUT /platform/consent': decided(true),
    })
    const close = vi.fn<() => void>()
    showSignedIn(<PrivacyDialog onClose={close} />)
    expect(await screen.findByRole('switch', { name: 'Essential' })).toBeDisabled()
    expect(screen.getByRole('switch', { name: 'Essential' })).toBeChecked()
    expect(screen.getAllByRole('switch')).toHaveLength(undecided.categories.length)
    await userEvent.click(screen.getByRole('switch', { name: 'Usage' }))
    expect(answered(sent)).toBeUndefined()
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(answered(sent)).toEqual({ services: [{ id: 'usage-events', status: true }] })
  })

  // SPEC: "If the categories fail to load (ad blocker or network), it warns 'Unable to Load Privacy Settings'."
  // SPEC: "Privacy settings load failure: 'Unable to Load Privacy Settings'."
  it.each([
    ['an ad blocker or a network failure', () => Promise.reject(new TypeError('Failed to fetch'))],
    [
      'an error response',
      async () => Response.json({ code: 'x', message: 'No.' }, { status: 400 }),
    ],
  ])("warns 'Unable to Load Privacy Settings' after %s", async (_what, fetch) => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 1000 })
    vi.stubGlobal('fetch', fetch)
    showSignedIn(<PrivacyDialog onClose={() => undefined} />)
    expect(await screen.findByText('Unable to Load Privacy Settings')).toBeVisible()
  })
})
