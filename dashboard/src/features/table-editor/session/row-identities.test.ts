import { describe, expect, it } from 'vitest'
import { createRowIdentities } from './row-identities.ts'

describe('row identities', () => {
  it('gives a row the same number each time it is loaded', () => {
    const rows = createRowIdentities()
    const first = rows.of({ id: '1' })
    expect(rows.of({ id: '2' })).not.toBe(first)
    expect(rows.of({ id: '1' })).toBe(first)
  })

  it('keeps the number of a row whose key changes, and gives its old key to another row', () => {
    const rows = createRowIdentities()
    const first = rows.of({ id: '1' })
    rows.move(first, { id: '7' })
    expect(rows.of({ id: '7' })).toBe(first)
    expect(rows.of({ id: '1' })).not.toBe(first)
  })

  it('keeps both rows apart when one takes the old key of the other', () => {
    const rows = createRowIdentities()
    const first = rows.of({ id: '1' })
    const second = rows.of({ id: '2' })
    rows.move(second, { id: '3' })
    rows.move(first, { id: '2' })
    expect([rows.of({ id: '2' }), rows.of({ id: '3' })]).toEqual([first, second])
  })

  it('gives a row without a key another number each time', () => {
    const rows = createRowIdentities()
    expect(rows.of(undefined)).not.toBe(rows.of(undefined))
  })

  it('forgets the rows that are not in use', () => {
    const rows = createRowIdentities()
    const first = rows.of({ id: '1' })
    const second = rows.of({ id: '2' })
    rows.keep(new Set([second]))
    expect(rows.size()).toBe(1)
    expect(rows.of({ id: '2' })).toBe(second)
    expect(rows.of({ id: '1' })).not.toBe(first)
  })
})
