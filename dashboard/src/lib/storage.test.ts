import { afterEach, expect, it, vi } from 'vitest'
import { isBoolean, isString, readSetting, writeSetting } from './storage.ts'

afterEach(() => vi.restoreAllMocks())

// SPEC: "Settings are stored as JSON"
it('stores settings as JSON', () => {
  writeSetting('stoa.name', 'acme')
  expect(localStorage.getItem('stoa.name')).toBe('"acme"')
  expect(readSetting('stoa.name', '', isString)).toBe('acme')
})

// SPEC: "and fall back to the default if missing or unreadable."
it.each([null, '{', '3', '"text"'])(
  'falls back to the default when the stored value is %j',
  (stored) => {
    vi.spyOn(console, 'error').mockReturnValue()
    if (stored !== null) localStorage.setItem('stoa.open', stored)
    expect(readSetting('stoa.open', true, isBoolean)).toBe(true)
  },
)

// SPEC: "local storage) are only logged to the console, and the default is used."
it('only logs a storage error', () => {
  const report = vi.spyOn(console, 'error').mockReturnValue()
  const refuse = () => {
    throw new Error('full')
  }
  const store = { getItem: refuse, setItem: refuse, removeItem: refuse }
  writeSetting('stoa.open', true, store)
  expect(readSetting('stoa.open', true, isBoolean, store)).toBe(true)
  expect(report).toHaveBeenCalledTimes(2)
})
