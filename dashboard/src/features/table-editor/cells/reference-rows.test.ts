import type { RowWindow } from '../../../data/resources/services/meta/rows.ts'
import { leavesOf } from '@stoa/contract/services/meta/leaves-of'
import { describe, expect, it } from 'vitest'
import { labelColumn, referenceRows } from './reference-rows.ts'

const columns = [
  { name: 'id', category: 'N' },
  { name: 'code', category: 'S' },
  { name: 'full_name', category: 'S' },
]

describe('the rows of a referenced table', () => {
  const asked: RowWindow[] = []
  const list = (window: RowWindow) => {
    asked.push(window)
    const rows = leavesOf(window.filters)[0]?.column === 'full_name' ? ['1', '2'] : ['2', '3']
    return Promise.resolve({
      columns: ['id', 'code', 'full_name'],
      rows: rows.map((id) => ({ version: null, cells: [id, 'x', `Person ${id}`] })),
    })
  }
  const read = (search: string) => {
    asked.length = 0
    return referenceRows(list, { columns, key: 'id', search, signal: new AbortController().signal })
  }

  it('are the first ones without a search', async () => {
    expect(await read('')).toEqual([
      { key: '2', label: 'Person 2' },
      { key: '3', label: 'Person 3' },
    ])
    expect(asked).toMatchObject([{ filters: [] }])
  })

  it('are found by key and by label, each once', async () => {
    expect((await read('5%')).map(({ key }) => key)).toEqual(['2', '3', '1'])
    expect(asked.map(({ filters }) => filters)).toEqual([
      [{ column: 'id', operator: 'ilike', value: String.raw`%5\%%` }],
      [{ column: 'full_name', operator: 'ilike', value: String.raw`%5\%%` }],
    ])
  })
})

describe('a row whose key is what was searched for', () => {
  it('comes first', async () => {
    const list = () =>
      Promise.resolve({
        columns: ['id'],
        rows: ['10', '21', '1'].map((id) => ({ version: null, cells: [id] })),
      })
    const { signal } = new AbortController()
    const found = await referenceRows(list, { columns: [], key: 'id', search: '1', signal })
    expect(found.map(({ key }) => key)).toEqual(['1', '10', '21'])
  })
})

describe('the label of a row', () => {
  it.each([
    [columns, 'id', 'full_name'],
    [columns.slice(0, 2), 'id', 'code'],
    [columns.slice(0, 1), 'id', undefined],
    [columns, 'full_name', 'code'],
  ])('of %o with the key %s is %s', (given, key, expected) => {
    expect(labelColumn(given, key)).toBe(expected)
  })
})
