import { expect, it } from 'vitest'
import type { Catalogue } from './catalogue.ts'
import { createSchemaCache } from './schema-cache.ts'

const column = {
  name: 'id',
  number: 1,
  type: 'integer',
  base: 'integer',
  category: 'N',
  maxLength: null,
  enum: null,
  nullable: false,
  default: null,
  description: null,
}
const relation = (name: string, columns: string) => ({
  oid: name,
  schema: 'public',
  name,
  kind: 'r',
  description: null,
  events: 28,
  columns,
  keys: [{ isPrimary: true, columns: ['id'] }],
})
const catalogue: Catalogue = {
  relations: [
    relation('used', JSON.stringify([column])),
    relation('other', 'columns that cannot be read'),
  ],
  hidden: [],
  foreignKeys: [{ name: 'fk', oid: 'other', target: 'used', columns: [['id', 'id']] }],
  viewRules: [],
  routines: [],
  computed: [],
  mediaHandlers: [],
  representations: [],
  geoJson: null,
  schemaComments: {},
  exposedSchemas: ['public'],
  roleSettings: [
    { role: 'anon', name: 'default_transaction_isolation', value: 'Repeatable Read' },
    { role: 'anon', name: 'statement_timeout', value: '3s' },
    { role: 'ada', name: 'default_transaction_isolation', value: 'as you like' },
  ],
}
const cache = createSchemaCache(catalogue, { version: '1', databaseSettings: {} })

it('parses only the columns of relations that are used', () => {
  expect(cache.relation('public', 'used')?.relationships).toHaveLength(1)
  expect([...(cache.relation('public', 'used')?.columns.keys() ?? [])]).toEqual(['id'])
  expect(cache.relation('public', 'used')?.columns).toBe(cache.relation('public', 'used')?.columns)
  expect(() => cache.relation('public', 'other')?.columns).toThrow(SyntaxError)
})

it('separates a role’s isolation level from its settings', () => {
  expect(cache.roleIsolation('anon')).toBe('repeatable read')
  expect(cache.roleSettings('anon')).toEqual({ statement_timeout: '3s' })
  expect(cache.roleIsolation('ada')).toBeUndefined()
  expect(cache.roleIsolation('service_role')).toBeUndefined()
})
