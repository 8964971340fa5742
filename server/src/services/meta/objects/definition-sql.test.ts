import { expect, it } from 'vitest'
import { createTypeSql, createViewSql } from './definition-sql.ts'

it('creates a view again with its options', () => {
  const view = { schema: 'app', name: 'a"v', query: ' SELECT 1;', options: null }
  expect(createViewSql({ ...view, is_materialized: true })).toBe(
    'create materialized view "app"."a""v" as\n SELECT 1;',
  )
  expect(createViewSql({ ...view, is_materialized: false, options: 'security_invoker=true' })).toBe(
    'create or replace view "app"."a""v" with (security_invoker=true) as\n SELECT 1;',
  )
})

it('has no statement for a view that another session has locked', () => {
  const view = { schema: 'app', name: 'v', query: null, options: null, is_materialized: false }
  expect(createViewSql(view)).toBe(null)
})

it.each([
  ['domain', 'text', 'create domain "app"."t" as text;'],
  ['composite', '(a integer)', 'create type "app"."t" as (a integer);'],
] as const)('creates a %s type', (kind, definition, statement) => {
  expect(createTypeSql({ schema: 'app', name: 't', kind, definition })).toBe(statement)
})
