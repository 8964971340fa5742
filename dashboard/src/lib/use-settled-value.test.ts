import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSettledValue } from './use-settled-value.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const wait = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

it('returns the first value at once and a later one after a pause', () => {
  const { result, rerender } = renderHook((value: object) => useSettledValue(value), {
    initialProps: { name: '' },
  })
  expect(result.current).toEqual({ name: '' })
  for (const name of ['a', 'ab', 'abc']) {
    rerender({ name })
    wait(150)
    expect(result.current).toEqual({ name: '' })
  }
  wait(50)
  expect(result.current).toEqual({ name: 'abc' })
})

it('does not wait longer for a value that is only rendered again', () => {
  const { result, rerender } = renderHook((value: object) => useSettledValue(value), {
    initialProps: { name: '' },
  })
  rerender({ name: 'a' })
  wait(150)
  rerender({ name: 'a' })
  wait(50)
  expect(result.current).toEqual({ name: 'a' })
})
