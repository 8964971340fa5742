import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerWith } from '../../../../test/show.tsx'
import { createCall } from '../../client/api.ts'
import { trackNewValues } from './feature-flags.ts'
import { createTelemetry } from './telemetry.ts'

const telemetry = (consents = true) =>
  createTelemetry(createCall({ accessToken: async () => 'token' }), {
    hasConsent: () => consents,
    pagePath: () => '/org/acme',
  })
const server = {
  'POST /platform/telemetry/event': { is_stored: true },
  'POST /platform/telemetry/feature-flags/track': {},
}
const refusal = () => Response.json({ code: 'x', message: 'Too fast.' }, { status: 429 })

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('telemetry', () => {
  // SPEC: "Telemetry event | Sends the event and current page path to a telemetry endpoint."
  it('sends the event and the current page path', async () => {
    const sent = answerWith(server)
    await telemetry().send({ name: 'page_opened', properties: { a: 1 } })
    expect(sent).toEqual([
      {
        request: 'POST /platform/telemetry/event',
        body: {
          event_name: 'page_opened',
          properties: { a: 1 },
          page_path: '/org/acme',
          has_consent: true,
        },
      },
    ])
  })

  it('sends nothing without consent', async () => {
    const sent = answerWith(server)
    await telemetry(false).send({ name: 'page_opened' })
    await telemetry(false).trackFlag('unifiedLogs', true)
    expect(sent).toEqual([])
  })

  // SPEC: "Failed telemetry event: console message 'Failed to send Telemetry event: {message}' unless a custom handler is supplied."
  it('logs a failure, or passes it to the given handler', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    answerWith({ 'POST /platform/telemetry/event': refusal() })
    await telemetry().send({ name: 'page_opened' })
    expect(log).toHaveBeenCalledWith('Failed to send Telemetry event: Too fast.')
    const onError = vi.fn<(error: unknown) => void>()
    await telemetry().send({ name: 'page_opened', onError })
    expect(onError).toHaveBeenCalledOnce()
    expect(log).toHaveBeenCalledOnce()
  })

  // SPEC: "POST /platform/telemetry/feature-flags/track | Body: feature_flag_name, feature_flag_value."
  it('tracks the flag value in use', async () => {
    const sent = answerWith(server)
    await telemetry().trackFlag('unifiedLogs', true)
    expect(sent[0]).toEqual({
      request: 'POST /platform/telemetry/feature-flags/track',
      body: { feature_flag_name: 'unifiedLogs', feature_flag_value: true },
    })
  })

  it('tracks each flag value once, because known values are in local storage', () => {
    const trackFlag = vi.fn<(name: string, value: unknown) => Promise<void>>(async () => undefined)
    trackNewValues({ a: true, b: 'x' }, { trackFlag })
    trackNewValues({ a: true, b: 'y' }, { trackFlag })
    expect(trackFlag.mock.calls).toEqual([
      ['a', true],
      ['b', 'x'],
      ['b', 'y'],
    ])
  })
})
