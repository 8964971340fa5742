import { expect, it, vi } from 'vitest'
import { createRefreshHolds } from './refresh-holds.ts'
import { liveStep } from './use-live-refresh.ts'

const on = { isHeld: false }

it.each([
  ['the first signal', { ...on, seen: undefined, signal: 'a' }, { seen: 'a', refreshes: true }],
  ['the same signal', { ...on, seen: 'a', signal: 'a' }, { seen: 'a', refreshes: false }],
  ['another signal', { ...on, seen: 'a', signal: 'b' }, { seen: 'b', refreshes: true }],
  ['no signal yet', { ...on, seen: 'a', signal: undefined }, { seen: 'a', refreshes: false }],
  [
    'another signal while a cell is edited, which is kept for later',
    { isHeld: true, seen: 'a', signal: 'b' },
    { seen: 'a', refreshes: false },
  ],
])('after %s decides whether rows are loaded', (_name, signals, step) => {
  expect(liveStep(signals)).toEqual(step)
})

it('holds the rows until the last editor is closed', () => {
  const holds = createRefreshHolds()
  const listener = vi.fn<() => void>()
  holds.subscribe(listener)
  const [one, other] = [holds.hold(), holds.hold()]
  one()
  one()
  expect(holds.isHeld()).toBe(true)
  other()
  expect(holds.isHeld()).toBe(false)
  expect(listener).toHaveBeenCalled()
})
