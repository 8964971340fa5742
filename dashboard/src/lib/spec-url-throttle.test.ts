import { afterEach, beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllGlobals())

const safari = (version: string) =>
  `Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Safari/605.1.15`

// SPEC: "URL-state throttle 50, 120 or 320 ms depending on the browser."
it.each([
  ['Chromium', undefined, 50],
  ['Safari from version 17 on', '17.4', 120],
  ['an older Safari', '16.6', 320],
])('state goes into the address of %s every so often', async (_browser, version, milliseconds) => {
  vi.stubGlobal('GestureEvent', version === undefined ? undefined : function GestureEvent() {})
  if (version !== undefined) vi.stubGlobal('navigator', { userAgent: safari(version) })
  const { defaultRateLimit } = await import('nuqs')
  expect(defaultRateLimit).toEqual({ method: 'throttle', timeMs: milliseconds })
})
