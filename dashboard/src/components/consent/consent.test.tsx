import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerWith, showSignedIn } from '../../../test/show.tsx'
import { hasTelemetryConsent, keepTelemetryCookie } from '../../data/local/telemetry-consent.ts'
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
  // SPEC: "**Consent**: shown, then accepted all, opted out (all denied, the telemetry cookie is expired) or customised."
  it.each([
    { button: 'Accept', status: true },
    { button: 'Opt out', status: false },
  ])("'$button' answers for every service at once", async ({ button, status }) => {
    if (!status) keepTelemetryCookie()
    const sent = answerWith({
      'GET /platform/consent': undecided,
      'PUT /platform/consent': decided(status),
    })
    showSignedIn(<ConsentToast />)
    await userEvent.click(await screen.findByRole('button', { name: button }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Privacy' })).toBeNull())
    expect(answered(sent)).toEqual({ services: [{ id: 'usage-events', status }] })
    expect(hasTelemetryConsent()).toBe(status)
  })

  // SPEC: "Mobile breakpoint for consent: 639px."
  it('is a card from 640 px on and as wide as the window below', async () => {
    answerWith({ 'GET /platform/consent': undecided })
    showSignedIn(<ConsentToast />)
    const shown = await screen.findByRole('region', { name: 'Privacy' })
    expect(shown).toHaveClass('inset-x-0', 'sm:inset-x-auto', 'sm:w-[356px]')
  })

  // SPEC: "Bottom toast with Accept, Opt out and Privacy settings. It has no timeout and cannot be dismissed."
  it('has its three buttons, stays, and cannot be dismissed', async () => {
    answerWith({ 'GET /platform/consent': undecided })
    showSignedIn(<ConsentToast />)
    await screen.findByRole('region', { name: 'Privacy' })
    await userEvent.keyboard('{Escape}')
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'Accept',
      'Opt out',
      'Privacy settings',
    ])
  })

  it('asks nobody who has decided, and nobody where there is nothing to decide', async () => {
    for (const consent of [decided(false), { categories: [essential], decided_at: null }]) {
      keepTelemetryCookie()
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
  // SPEC: "The privacy dialog lists cookie categories with a toggle each. Essential ones are disabled. Confirming saves service statuses."
  it('saves the chosen statuses when it is confirmed, and not before', async () => {
    const sent = answerWith({
      'GET /platform/consent': undecided,
      'PUT /platform/consent': decided(true),
    })
    const close = vi.fn<() => void>()
    showSignedIn(<PrivacyDialog onClose={close} />)
    expect(await screen.findByRole('switch', { name: 'Essential' })).toBeDisabled()
    expect(screen.getByRole('switch', { name: 'Essential' })).toBeChecked()
    await userEvent.click(screen.getByRole('switch', { name: 'Usage' }))
    expect(answered(sent)).toBeUndefined()
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(answered(sent)).toEqual({ services: [{ id: 'usage-events', status: true }] })
  })

  // SPEC: "If the categories fail to load (ad blocker or network), it warns 'Unable to Load Privacy Settings'."
  // SPEC: "Privacy settings load failure: 'Unable to Load Privacy Settings'."
  it("warns 'Unable to Load Privacy Settings' when they cannot be loaded", async () => {
    answerWith({})
    showSignedIn(<PrivacyDialog onClose={() => undefined} />)
    expect(await screen.findByText('Unable to Load Privacy Settings')).toBeVisible()
  })
})
