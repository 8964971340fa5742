import { act, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, showSignedIn } from '../../../test/show.tsx'
import { PublicBanners } from './public-banners.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

// SPEC: "Polled every 30 minutes."
// SPEC: ", polled every 1800000 ms."
// SPEC: "Clock skew: 'Your computer's clock appears to be inaccurate. This can cause issues with certain features.'"
it('the clock is compared every 30 minutes, and its banner appears and disappears accordingly', async () => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  let difference = 0
  const sent = answerWith({
    get 'GET /api/get-utc-time'() {
      return { utcTime: new Date(Date.now() + difference).toISOString() }
    },
  })
  const asked = () => sent.filter(({ request }) => request === 'GET /api/get-utc-time').length
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
  const banner = () =>
    screen.queryByText(
      "Your computer's clock appears to be inaccurate. This can cause issues with certain features.",
    )
  showSignedIn(<PublicBanners />)
  await pass(0)
  expect([asked(), banner()]).toEqual([1, null])
  difference = 180_000
  await pass(1_799_999)
  expect([asked(), banner()]).toEqual([1, null])
  await pass(1)
  expect(asked()).toBe(2)
  expect(banner()).toBeVisible()
  difference = 0
  await pass(1_800_000)
  expect([asked(), banner()]).toEqual([3, null])
})
