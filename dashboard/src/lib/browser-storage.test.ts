import { afterEach, describe, expect, it, vi } from 'vitest'
import { browserStorage, createPageStorage } from './browser-storage.ts'

afterEach(() => vi.restoreAllMocks())

const full = () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
}

describe('a browser that forbids local storage', () => {
  it('gets an empty store that rejects writes', () => {
    const refusal = new DOMException('forbidden', 'SecurityError')
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw refusal
    })
    const store = browserStorage()
    expect([store.length, store.key(0), store.getItem('a')]).toEqual([0, null, null])
    expect(() => store.setItem('a', '1')).toThrow(refusal)
    expect(() => store.removeItem('a')).not.toThrow()
  })
})

describe('the page storage', () => {
  it('keeps values that the browser rejects, and reports each rejection', () => {
    localStorage.setItem('theme', '"light"')
    const told = vi.fn<(verb: string, name: string) => void>()
    const store = createPageStorage(browserStorage, told)
    full()
    store.setItem('theme', '"dark"')
    expect(store.getItem('theme')).toBe('"dark"')
    expect(localStorage.getItem('theme')).toBeNull()
    expect(told).toHaveBeenCalledExactlyOnceWith('save', 'theme', expect.any(DOMException))
    expect([store.length, store.key(0)]).toEqual([1, 'theme'])
    expect([store.isKept('theme'), store.isKept('other')]).toEqual([false, true])
    store.removeItem('theme')
    expect([store.length, store.getItem('theme')]).toEqual([0, null])
  })

  it("uses the browser's storage again once a write succeeds", () => {
    const store = createPageStorage(browserStorage, () => undefined)
    full()
    store.setItem('a', '1')
    vi.restoreAllMocks()
    store.setItem('a', '2')
    localStorage.setItem('a', '3')
    expect(store.getItem('a')).toBe('3')
  })
})
