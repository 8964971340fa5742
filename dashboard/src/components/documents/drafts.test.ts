import { beforeEach, describe, expect, it } from 'vitest'
import { createDraftStore } from './drafts.ts'

let minute = 0
const now = () => new Date(Date.UTC(2026, 0, 1, 0, (minute += 1)))
const draft = { name: 'Counts', sql: 'select 1', base_version: 0 }
const forProject = (projectRef: string) =>
  createDraftStore({ projectRef, storage: localStorage, now })

describe('drafts', () => {
  beforeEach(() => (minute = 0))

  it('are read back as they were written, also in another tab', () => {
    expect(forProject('abc').write('one', draft)).toBe(true)
    expect(forProject('abc').read('one')).toMatchObject(draft)
  })

  it('of one project are not visible in another', () => {
    forProject('abc').write('one', draft)
    expect(forProject('abcd').list()).toEqual([])
    expect(forProject('abcd').read('one')).toBeUndefined()
  })

  it('are listed with the most recently saved first, until they are removed', () => {
    const drafts = forProject('abc')
    drafts.write('one', draft)
    drafts.write('two', draft)
    drafts.write('one', { ...draft, sql: 'select 2' })
    expect(drafts.list().map(({ id }) => id)).toEqual(['one', 'two'])
    drafts.remove('one')
    expect(drafts.list().map(({ id }) => id)).toEqual(['two'])
  })

  it('that cannot be parsed are ignored', () => {
    localStorage.setItem('stoa.sql-draft.abc.one', '{"name": 1}')
    localStorage.setItem('stoa.sql-draft.abc.two', 'half a {')
    expect(forProject('abc').list()).toEqual([])
  })

  it('report a full storage and remove the older text', () => {
    const kept = new Map<string, string>()
    const small = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem(key: string, value: string) {
        if (value.length > 200) throw new DOMException('full', 'QuotaExceededError')
        kept.set(key, value)
      },
      removeItem: (key: string) => void kept.delete(key),
      key: (index: number) => [...kept.keys()][index] ?? null,
      get length() {
        return kept.size
      },
    }
    const drafts = createDraftStore({ projectRef: 'abc', storage: small, now })
    expect(drafts.write('one', draft)).toBe(true)
    expect(drafts.write('one', { ...draft, sql: 'x'.repeat(500) })).toBe(false)
    expect(drafts.read('one')).toBeUndefined()
  })
})
