import { describe, expect, it } from 'vitest'
import { closeTabs, isTabsState, moveTab, openTab, tabAfterClosing } from './tabs.ts'

const tabs = (open: string, closed = '') => ({ open: Array.from(open), closed: Array.from(closed) })

describe('tabs of queries', () => {
  it('open at the end and once, and are no longer among the closed ones', () => {
    expect(openTab(tabs('ab', 'dc'), 'c')).toEqual(tabs('abc', 'd'))
    expect(openTab(tabs('ab'), 'a')).toEqual(tabs('ab'))
  })

  it('close and are listed with the last closed one first', () => {
    expect(closeTabs(tabs('abc', 'x'), ['b'])).toEqual(tabs('ac', 'bx'))
    expect(closeTabs(tabs('abc'), ['a', 'c'])).toEqual(tabs('b', 'ca'))
  })

  it('move to a position, and stay if they are not open', () => {
    expect(moveTab(tabs('abc'), 'a', 2)).toEqual(tabs('bca'))
    expect(moveTab(tabs('abc'), 'c', 0)).toEqual(tabs('cab'))
    expect(moveTab(tabs('abc'), 'x', 0)).toEqual(tabs('abc'))
  })

  it('show the next one to the right after the current one is closed', () => {
    const after = (current: string, closing: string) =>
      tabAfterClosing(['a', 'b', 'c'], { current, closing: Array.from(closing) })
    expect(after('b', 'b')).toBe('c')
    expect(after('c', 'c')).toBe('b')
    expect(after('a', 'b')).toBe('a')
    expect(after('b', 'abc')).toBeUndefined()
  })

  it('are bounded', () => {
    const ids = Array.from({ length: 40 }, (_, index) => String(index))
    const many = ids.reduce(openTab, tabs(''))
    expect([many.open.length, many.open.at(-1)]).toEqual([30, '39'])
    expect(closeTabs(many, ids).closed).toHaveLength(20)
  })

  it('are read from storage only in their own form', () => {
    expect(isTabsState({ open: ['a'], closed: [] })).toBe(true)
    for (const value of [null, {}, { open: 'a', closed: [] }, { open: [1], closed: [] }])
      expect(isTabsState(value)).toBe(false)
  })
})
