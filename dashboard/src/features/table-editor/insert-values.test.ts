import type { Column } from '@stoa/contract/services/meta/catalogue'
import { describe, expect, it } from 'vitest'
import { emptyFields, insertGroups, insertProblems, insertValues } from './insert-values.ts'

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
    expect(insertProblems(columns, fields)).toEqual({ name: 'A value is needed' })
    expect(insertProblems(columns, { ...fields, name: { kind: 'value', text: '' } })).toEqual({})
  })

  it('is rejected with a value that does not fit its type', () => {
    const fields = {
      ...emptyFields(columns),
      name: { kind: 'value' as const, text: 'Ann' },
      age: { kind: 'value' as const, text: 'old' },
    }
    expect(insertProblems(columns, fields)).toEqual({ age: 'Not a number' })
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
