import { describe, expect, it } from 'vitest'
import { grantsOf, type Grants, type Held } from './grants.ts'
import { changeOf, describeChange, summarizeChange } from './privilege-change.ts'

const held: Held = {
  table: {
    relation_id: 7,
    schema: 'public',
    name: 'note',
    kind: 'table',
    privileges: [given('SELECT', true), given('UPDATE')],
  },
  columns: ['id', 'title', 'body', 'at', 'secret'].map((column_name, index) => ({
    column_id: `7.${index + 1}`,
    relation_schema: 'public',
    relation_name: 'note',
    column_name,
    privileges: [given('SELECT', true), given('UPDATE'), ...(index < 2 ? [given('INSERT')] : [])],
  })),
}

function given(privilege_type: string, is_grantable = false) {
  return { grantor: 'postgres', grantee: 'anon', privilege_type, is_grantable }
}

const saved = grantsOf(held, 'anon')
const edit = (changes: Partial<Grants>) => ({ role: 'anon', held, saved, changes })
const some = (...positions: number[]) => ({
  whole: false,
  columns: positions.map((position) => `7.${position}`),
})
const whole = { whole: true, columns: [] }
const table = (privilege_type: string) => ({ relation_id: 7, grantee: 'anon', privilege_type })
const column = (position: number, privilege_type: string) => ({
  column_id: `7.${position}`,
  grantee: 'anon',
  privilege_type,
})
const nothing = { tables: [], columns: [] }

describe('a change of privileges', () => {
  it('replaces a whole-table grant with grants on its other columns, and keeps the grant option', () => {
    expect(changeOf(edit({ SELECT: some(1, 2) }))).toEqual({
      revoke: { tables: [table('SELECT')], columns: [] },
      grant: {
        tables: [],
        columns: [1, 2].map((position) => ({ ...column(position, 'SELECT'), is_grantable: true })),
      },
    })
    expect(changeOf(edit({ UPDATE: some(1) })).grant.columns).toEqual([column(1, 'UPDATE')])
  })

  it('grants and revokes single columns', () => {
    expect(changeOf(edit({ INSERT: some(2, 3) }))).toEqual({
      revoke: { tables: [], columns: [column(1, 'INSERT')] },
      grant: { tables: [], columns: [column(3, 'INSERT')] },
    })
  })

  it('grants and revokes the whole table', () => {
    expect(changeOf(edit({ INSERT: whole, UPDATE: some() }))).toEqual({
      revoke: { ...nothing, tables: [table('UPDATE')] },
      grant: { ...nothing, tables: [table('INSERT')] },
    })
  })

  it('is empty if nothing changes', () => {
    expect(changeOf(edit({}))).toEqual({ revoke: nothing, grant: nothing })
  })
})

describe('the description of a change', () => {
  it('lists full sentences', () => {
    expect(describeChange(edit({ SELECT: some(1, 2, 3, 4) }))).toEqual([
      'Replaces Select on the whole table with Select on id, title, body, and 1 more. Columns added later are not included.',
    ])
    expect(describeChange(edit({ UPDATE: some(), INSERT: some(2, 3) }))).toEqual([
      'Grants Insert on body. Revokes Insert on id.',
      'Revokes Update on the whole table.',
    ])
    expect(describeChange(edit({ REFERENCES: whole }))).toEqual([
      'Grants References on the whole table, including columns added later.',
    ])
  })

  it('has a one-line summary', () => {
    expect(summarizeChange(edit({ SELECT: some(1, 2), INSERT: some(2), UPDATE: some() }))).toBe(
      'Select: whole table → 2 columns · Insert: 2 columns → 1 column · Update: whole table → none',
    )
  })
})
