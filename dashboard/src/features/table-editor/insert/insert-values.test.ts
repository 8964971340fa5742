import type { Column } from '@stoa/contract/services/meta/catalogue'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../data/client/api-error.ts'
import {
  duplicateFields,
  emptyFields,
  insertGroups,
  insertProblems,
  insertValues,
  serverProblems,
} from './insert-values.ts'

const column = (name: string, given: Partial<Column> = {}): Column => ({
  position: 1,
  name,
  type: 'text',
  base_type: 'text',
  category: 'S',
  enum_values: null,
  is_nullable: true,
  default_value: null,
  identity: null,
  is_generated: false,
  is_unique: false,
  is_primary_key: false,
  comment: null,
  ...given,
})

const columns = [
  column('id', { type: 'bigint', is_nullable: false, identity: 'always' }),
  column('name', { is_nullable: false }),
  column('age', { type: 'integer', category: 'N' }),
  column('created_at', { is_nullable: false, default_value: 'now()' }),
  column('full_name', { is_generated: true }),
]

describe('a new row', () => {
  it('lists required columns first and leaves out columns that Postgres generates', () => {
    const { required, optional } = insertGroups(columns)
    expect(required.map(({ name }) => name)).toEqual(['name'])
    expect(optional.map(({ name }) => name)).toEqual(['age', 'created_at'])
  })

  it('is rejected without a required value, but accepted with an empty one', () => {
    const fields = emptyFields(columns)
    expect(insertProblems(columns, fields)).toEqual({ name: 'Enter a value.' })
    expect(insertProblems(columns, { ...fields, name: { kind: 'value', text: '' } })).toEqual({})
  })

  it('is rejected with a value that does not fit its type', () => {
    const fields = {
      ...emptyFields(columns),
      name: { kind: 'value' as const, text: 'Ann' },
      age: { kind: 'value' as const, text: 'old' },
    }
    expect(insertProblems(columns, fields)).toEqual({ age: '“old” is not an integer.' })
  })

  it('is sent with only the columns that have a value, and distinguishes NULL from empty text', () => {
    expect(
      insertValues(columns, {
        name: { kind: 'value', text: '' },
        age: { kind: 'null' },
        created_at: { kind: 'default' },
      }),
    ).toEqual({ name: '', age: null })
  })
})

describe('an error of the server', () => {
  const table = { name: 'person', kind: 'table' as const, columns }
  const error = (details: unknown) => new ApiError('Refused', { code: 409, details })
  const cases: [string, unknown, Record<string, string>][] = [
    ['of one column is at its field', { column: 'age', table: 'person' }, { age: 'Refused' }],
    [
      'of several columns is at the first with a field',
      { column: 'id', columns: ['id', 'age', 'name'], table: 'person' },
      { name: 'Refused' },
    ],
    ['about another table is at no field', { column: 'age', table: 'audit' }, {}],
    ['about no column is at no field', { column: null, table: 'person' }, {}],
    ['without details is at no field', undefined, {}],
  ]
  it.each(cases)('%s', (_name, details, problems) => {
    expect(serverProblems(table, error(details))).toEqual(problems)
  })
})

describe('a duplicated row', () => {
  it('has the values of the other one, but its own key and generated values', () => {
    const key = column('id', { identity: 'by_default', is_primary_key: true })
    const code = column('code', { is_unique: true, default_value: 'gen()' })
    const table = { columns: [key, code, ...columns.slice(1)], primary_key: ['id'] }
    const values: Record<string, string | null> = { id: '1', code: 'x', name: 'Ann', age: null }
    expect(duplicateFields(table, (name) => values[name] ?? null)).toEqual({
      id: { kind: 'default' },
      code: { kind: 'default' },
      name: { kind: 'value', text: 'Ann' },
      age: { kind: 'null' },
      created_at: { kind: 'null' },
    })
  })

  it('keeps a key that has no default, so that it can be changed', () => {
    const table = { columns: [column('id', { is_primary_key: true })], primary_key: ['id'] }
    expect(duplicateFields(table, () => '1')).toEqual({ id: { kind: 'value', text: '1' } })
  })
})
