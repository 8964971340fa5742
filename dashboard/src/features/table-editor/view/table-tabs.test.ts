import { describe, expect, it } from 'vitest'
import {
  isTableTabs,
  neighborOf,
  withKept,
  withMovedTab,
  withOpened,
  withoutTab,
} from './table-tabs.ts'
import type { TableTab } from './table-tabs.ts'

const table = (id: number) => ({ id, schema: 'public', name: `t${id}`, search: {} })
const tab = (id: number, isPreview = false): TableTab => ({ ...table(id), isPreview })
const ids = (tabs: readonly TableTab[]) => tabs.map(({ id }) => id)

describe('the tabs of open tables', () => {
  it('show a table as a preview, which the next one replaces until it is kept', () => {
    const first = withOpened([tab(9)], table(1))
    expect(first).toEqual([tab(9), tab(1, true)])
    expect(withOpened(first, table(2))).toEqual([tab(9), tab(2, true)])
    expect(ids(withOpened(withKept(first, 1), table(2)))).toEqual([9, 1, 2])
  })

  it('have one tab for a table, with its latest name and filters', () => {
    const tabs = [tab(1), tab(2)]
    expect(withOpened(tabs, table(1))).toBe(tabs)
    const renamed = { ...table(1), name: 'orders', search: { filter: 'id:eq:1' } }
    expect(withOpened(tabs, renamed)).toEqual([{ ...renamed, isPreview: false }, tab(2)])
    expect(withKept(tabs, 1)).toBe(tabs)
  })

  it('show the next tab once one is closed, or else the previous one', () => {
    const tabs = [tab(1), tab(2), tab(3)]
    expect(ids(withoutTab(tabs, 2))).toEqual([1, 3])
    expect(neighborOf(tabs, 2)?.id).toBe(3)
    expect(neighborOf(tabs, 3)?.id).toBe(2)
    expect(neighborOf([tab(1)], 1)).toBeUndefined()
    expect(neighborOf(tabs, 7)).toBeUndefined()
  })

  it.each([
    [1, 3, [2, 3, 1]],
    [3, 1, [3, 1, 2]],
    [2, 2, [1, 2, 3]],
    [7, 1, [1, 2, 3]],
  ])('move: %i to the place of %i', (id, target, expected) => {
    expect(ids(withMovedTab([tab(1), tab(2), tab(3)], id, target))).toEqual(expected)
  })

  it.each([
    [[tab(1, true)], true],
    [[{ ...tab(1), search: { filter: 7 } }], false],
    [[{ id: 1 }], false],
    [{}, false],
  ])('are only read from what has their form: %j', (value, accepted) => {
    expect(isTableTabs(value)).toBe(accepted)
  })
})
