import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { isBoolean } from './storage.ts'
import { useSetting } from './use-setting.ts'

it('shares one state among all components that read the setting', () => {
  const one = renderHook(() => useSetting('stoa.flag', false, isBoolean))
  const other = renderHook(() => useSetting('stoa.flag', false, isBoolean))
  expect(one.result.current[0]).toBe(false)
  act(() => one.result.current[1](true))
  expect([one.result.current[0], other.result.current[0]]).toEqual([true, true])
  expect(localStorage.getItem('stoa.flag')).toBe('true')
})

it('follows other tabs and returns the same object until it changes', () => {
  const isAny = (value: unknown): value is object => typeof value === 'object' && value !== null
  const { result, rerender } = renderHook(() => useSetting<object>('stoa.thing', {}, isAny))
  localStorage.setItem('stoa.thing', '{"a":1}')
  act(() => void window.dispatchEvent(new StorageEvent('storage')))
  const [first] = result.current
  expect(first).toEqual({ a: 1 })
  rerender()
  expect(result.current[0]).toBe(first)
})
