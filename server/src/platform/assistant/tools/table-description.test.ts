import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import { expect, it } from 'vitest'
import { describeTable, tableText } from './table-description.ts'

const column = (name: string, change: Partial<TableDetail['columns'][number]> = {}) => ({
  position: 1,
  name,
  type: 'bigint',
  base_type: 'int8',
  category: 'N',
  enum_values: null,
  is_nullable: true,
  default_value: null,
  identity: null,
  is_generated: false,
  is_unique: false,
  is_primary_key: false,
  comment: null,
  ...change,
})

const orders: TableDetail = {
  id: 1,
  schema: 'public',
  name: 'orders',
  kind: 'table',
  partition_of: null,
  comment: null,
  rls_enabled: true,
  policy_count: 0,
  columns: [
    column('id', { identity: 'always', is_nullable: false }),
    column('code', { type: 'text', is_unique: true, default_value: "'new'::text" }),
    column('total', { type: 'numeric' }),
    column('customer_id'),
  ],
  primary_key: ['id'],
  foreign_keys: [
    {
      name: 'orders_customer_fkey',
      columns: ['customer_id'],
      target_schema: 'crm',
      target_table: 'customers',
      target_id: 2,
      target_columns: ['id'],
      on_update: 'no_action',
      on_delete: 'cascade',
    },
  ],
  constraints: [
    {
      id: 3,
      name: 'positive',
      kind: 'check',
      columns: ['total'],
      definition: 'CHECK (total > 0)',
      is_validated: true,
    },
  ],
  policies: [],
  indexes: [],
  view_definition: null,
  can: { insert: true, update: true, delete: true },
}

// SPEC: "Table schema description (read when turning a schema into text): schema, name, columns, primary_keys, relationships."
// SPEC: "Column: name, data_type, is_identity, is_nullable, default_value, is_unique, check."
// SPEC: "Relationship: constraint_name, source and target table and column names."
it('describes a table by its columns, keys and relationships', () => {
  const described = describeTable(orders)
  expect(described).toMatchObject({ schema: 'public', name: 'orders', primary_keys: ['id'] })
  expect(described.columns.slice(0, 3)).toEqual([
    {
      name: 'id',
      data_type: 'bigint',
      is_identity: true,
      is_nullable: false,
      default_value: null,
      is_unique: false,
      check: null,
    },
    {
      name: 'code',
      data_type: 'text',
      is_identity: false,
      is_nullable: true,
      default_value: "'new'::text",
      is_unique: true,
      check: null,
    },
    {
      name: 'total',
      data_type: 'numeric',
      is_identity: false,
      is_nullable: true,
      default_value: null,
      is_unique: false,
      check: 'CHECK (total > 0)',
    },
  ])
  expect(described.relationships).toEqual([
    {
      constraint_name: 'orders_customer_fkey',
      source_schema: 'public',
      source_table_name: 'orders',
      source_column_name: 'customer_id',
      target_table_schema: 'crm',
      target_table_name: 'customers',
      target_column_name: 'id',
    },
  ])
})

it('turns the description into a text for a model', () => {
  expect(tableText(describeTable(orders))).toBe(
    [
      'table public.orders',
      '  id bigint identity not null',
      "  code text unique default 'new'::text",
      '  total numeric CHECK (total > 0)',
      '  customer_id bigint',
      '  primary key (id)',
      '  orders_customer_fkey: customer_id references crm.customers(id)',
    ].join('\n'),
  )
})
