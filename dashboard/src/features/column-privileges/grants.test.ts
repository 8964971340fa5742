import { describe, expect, it } from 'vitest'
import { grantsOf, inheritedBy, toggleColumn, toggleWhole, type Held } from './grants.ts'

const privilege = (grantee: string, privilege_type: string) => ({
  grantor: 'postgres',
  grantee,
  privilege_type,
  is_grantable: false,
})
const column = (position: number, name: string, ...privileges: ReturnType<typeof privilege>[]) => ({
  column_id: `7.${position}`,
  relation_schema: 'public',
  relation_name: 'note',
  column_name: name,
  privileges,
})
const ofAuditor = privilege('auditor', 'SELECT')
const inserts = privilege('anon', 'INSERT')
const held: Held = {
  table: {
    relation_id: 7,
    schema: 'public',
    name: 'note',
    kind: 'table',
    privileges: [inserts, privilege('anon', 'DELETE'), privilege('PUBLIC', 'REFERENCES')],
  },
  columns: [
    column(1, 'id', privilege('anon', 'SELECT'), inserts, ofAuditor),
    column(2, 'title', privilege('anon', 'SELECT'), inserts),
    column(4, 'secret', inserts),
  ],
}
const columnIds = held.columns.map(({ column_id }) => column_id)
const whole = { whole: true, columns: [] }
const some = (...columns: string[]) => ({ whole: false, columns })

describe('what is granted to a role', () => {
  it('is the whole table, or the columns by themselves', () => {
    expect(grantsOf(held, 'anon')).toEqual({
      SELECT: some('7.1', '7.2'),
      INSERT: whole,
      UPDATE: some(),
      REFERENCES: some(),
    })
  })

  it('is told from what reaches it through others', () => {
    const roles = ['auditor', 'pg_write_all_data']
    const inherited = inheritedBy(held, { name: 'anon', inherits_from: roles })
    expect(inherited).toContainEqual({ privilege: 'SELECT', columnId: '7.1', from: 'auditor' })
    expect(inherited).not.toContainEqual(
      expect.objectContaining({ privilege: 'SELECT', columnId: '7.2' }),
    )
    for (const columnId of columnIds) {
      expect(inherited).toContainEqual({ privilege: 'REFERENCES', columnId, from: 'PUBLIC' })
      expect(inherited).toContainEqual({ privilege: 'UPDATE', columnId, from: 'pg_write_all_data' })
    }
    expect(inheritedBy(held, { name: 'PUBLIC', inherits_from: [] })).toEqual([])
  })
})

describe('a column', () => {
  it('taken from the whole table leaves the others, and put back is the whole table', () => {
    const taken = toggleColumn(whole, '7.2', { columnIds, saved: whole })
    expect(taken).toEqual(some('7.1', '7.4'))
    expect(toggleColumn(taken, '7.2', { columnIds, saved: whole })).toEqual(whole)
  })

  it('given to a role that has others stands in the table’s order', () => {
    const saved = some('7.4')
    const given = toggleColumn(saved, '7.1', { columnIds, saved })
    expect(given).toEqual(some('7.1', '7.4'))
    // All columns one by one are not the whole table: one added later would be missing.
    expect(toggleColumn(given, '7.2', { columnIds, saved })).toEqual(some('7.1', '7.2', '7.4'))
  })
})

it('the whole table is given at once and taken with every column', () => {
  expect(toggleWhole(some('7.1'))).toEqual(whole)
  expect(toggleWhole(whole)).toEqual(some())
})
