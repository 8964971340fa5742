import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerWith } from '../../../test/show.tsx'
import { isClockInaccurate } from './clock.ts'

const SERVER = Date.parse('2026-03-05T12:00:00Z')
const never = new AbortController().signal
const at = (time: number) => isClockInaccurate(never, { now: () => time })

afterEach(() => vi.unstubAllGlobals())

describe("the computer's clock", () => {
  // SPEC: "Clock skew threshold 120000 ms"
  // SPEC: "| Response: utcTime."
  // SPEC: "**Clock**: a difference of more than 2 minutes from the server UTC time is inaccurate."
  it.each([
    [0, false],
    [120_000, false],
    [120_001, true],
    [-120_000, false],
    [-120_001, true],
  ])('with a difference of %i ms is inaccurate: %s', async (difference, isInaccurate) => {
    answerWith({ 'GET /api/get-utc-time': { utcTime: new Date(SERVER).toISOString() } })
    expect(await at(SERVER + difference)).toBe(isInaccurate)
  })

  it('ignores the time that the request took', async () => {
    answerWith({ 'GET /api/get-utc-time': { utcTime: new Date(SERVER).toISOString() } })
    const times = [SERVER - 60_000, SERVER + 400_000]
    expect(await isClockInaccurate(never, { now: () => times.shift() ?? 0 })).toBe(false)
  })

  it('is not called inaccurate when the server does not send its time', async () => {
    answerWith({})
    expect(await at(0)).toBe(false)
    answerWith({ 'GET /api/get-utc-time': { utcTime: 'noon' } })
    expect(await at(0)).toBe(false)
  })

  // SPEC: "GET {base path}/api/get-utc-time"
  it('is compared under the base path that the dashboard is served from', async () => {
    const sent = answerWith({})
    await isClockInaccurate(never, { basePath: '/studio/' })
    expect(sent[0]?.request).toBe('GET /studio/api/get-utc-time')
  })
})
