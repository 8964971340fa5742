import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { Relationship } from '@stoa/contract/services/meta/types'
import { describe, expect, it } from 'vitest'
import { embedSamples } from './embed-samples.ts'

const table = (name: string, columns: readonly string[]): TableDetail => ({
  id: 1,
  schema: 'public',
  name,
  kind: 'table',
  comment: null,
  rls_enabled: true,
  partition_of: null,
  policy_count: 0,
  columns: columns.map((column, index) => ({
    position: index + 1,
    name: column,
    type: 'integer',
    base_type: 'int4',
    category: 'N',
    enum_values: null,
    is_nullable: true,
    default_value: null,
    identity: null,
    is_generated: false,
    is_unique: false,
    is_primary_key: false,
    comment: null,
  })),
  primary_key: ['id'],
  foreign_keys: [],
  constraints: [],
  policies: [],
  indexes: [],
  view_definition: null,
  can: { insert: true, update: true, delete: true },
})

const relationship = (changes: Partial<Relationship>): Relationship => ({
  kind: 'many_to_one',
  constraint: 'key',
  table: 'branch',
  columns: ['parent_id'],
  target_columns: ['id'],
  is_referencing: true,
  is_ambiguous: false,
  ...changes,
})

const back: Partial<Relationship> = {
  kind: 'one_to_many',
  columns: ['id'],
  target_columns: ['parent_id'],
  is_referencing: false,
}

const embedded = (of: TableDetail, changes: Partial<Relationship>) =>
  embedSamples(of, [relationship(changes)]).map(({ operation }) =>
    operation.kind === 'select' ? operation.select[1] : undefined,
  )

describe('samples that embed', () => {
  const tree = table('branch', ['id', 'parent_id'])

  it('name the other table, and its foreign key if several lead there', () => {
    expect(embedded(tree, { table: 'leaf' })).toEqual(['leaf(*)'])
    expect(embedded(tree, { table: 'leaf', is_ambiguous: true })).toEqual(['leaf!key(*)'])
  })

  it('name the referenced row of the same table by its column, under an alias no column has', () => {
    expect(embedded(tree, {})).toEqual(['parent:parent_id(*)'])
    expect(embedded(table('branch', ['id', 'parent', 'parent_id']), {})).toEqual([
      'related:parent_id(*)',
    ])
    expect(embedded(tree, { columns: ['Parent'] })).toEqual(['related:Parent(*)'])
  })

  it('name the referencing rows of the same table by its name, and by the column if it is ambiguous', () => {
    expect(embedded(tree, back)).toEqual(['branch(*)'])
    expect(embedded(tree, { ...back, is_ambiguous: true })).toEqual(['branch!parent_id(*)'])
  })

  it('skip a reference whose column is named like the table, and alias the rows that refer back', () => {
    const named = table('branch', ['id', 'branch'])
    expect(embedded(named, { columns: ['branch'] })).toEqual([])
    expect(embedded(named, { ...back, target_columns: ['branch'] })).toEqual([
      'related:branch!branch(*)',
    ])
  })

  it('have unique ids', () => {
    const both = embedSamples(tree, [relationship({}), relationship(back)])
    expect(both.map(({ id }) => id)).toEqual(['embed-key', 'embed-key-back'])
  })
})
