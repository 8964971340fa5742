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

describe('the grants of a role', () => {
  it('cover the whole table or individual columns', () => {
    expect(grantsOf(held, 'anon')).toEqual({
      SELECT: some('7.1', '7.2'),
      INSERT: whole,
      UPDATE: some(),
      REFERENCES: some(),
    })
  })

  it('are kept apart from privileges inherited through other roles', () => {
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

describe('toggling a column', () => {
  it('of a granted whole table leaves the other columns, and toggling it back restores the table grant', () => {
    const taken = toggleColumn(whole, '7.2', { columnIds, saved: whole })
    expect(taken).toEqual(some('7.1', '7.4'))
    expect(toggleColumn(taken, '7.2', { columnIds, saved: whole })).toEqual(whole)
  })

  it('of a partial grant adds the column in table order', () => {
    const saved = some('7.4')
    const given = toggleColumn(saved, '7.1', { columnIds, saved })
    expect(given).toEqual(some('7.1', '7.4'))
    // Granting every column is not the same as granting the table: columns added later are missing.
    expect(toggleColumn(given, '7.2', { columnIds, saved })).toEqual(some('7.1', '7.2', '7.4'))
  })
})

it('toggling the whole table grants it at once, or revokes it with every column', () => {
  expect(toggleWhole(some('7.1'))).toEqual(whole)
  expect(toggleWhole(whole)).toEqual(some())
})
