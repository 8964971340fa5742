import { expect, it } from 'vitest'
import { viewSql } from './object-sql.ts'

it('creates a view again with its options', () => {
  const view = { schema: 'app', name: 'v', query: ' SELECT 1;', options: null }
  expect(viewSql({ ...view, is_materialized: true })).toBe(
    'create materialized view "app"."v" as\n SELECT 1;',
  )
  expect(viewSql({ ...view, is_materialized: false, options: 'security_invoker=true' })).toBe(
    'create or replace view "app"."v" with (security_invoker=true) as\n SELECT 1;',
  )
})
