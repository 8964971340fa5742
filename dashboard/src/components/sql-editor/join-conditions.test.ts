import { expect, it } from 'vitest'
import { completionContext } from './completion-context.ts'
import type { CompletionSource } from './completion-source.ts'
import { joinConditions } from './join-conditions.ts'

const TABLES = ['customers', 'orders', 'order_items']
const key = (columns: string[], target: string, target_columns: string[]) => ({
  columns,
  target_schema: 'public',
  target_table: target,
  target_columns,
})

const source: CompletionSource = {
  schemas: async () => [{ name: 'public' }],
  tables: async (schema) => {
    if (schema !== 'public') throw new Error(`Nobody may ask for ${schema}`)
    return TABLES.map((name, id) => ({ id, name, kind: 'table' }))
  },
  columns: async () => [],
  foreignKeys: async (id) => {
    if (id === 1) return [key(['customer'], 'customers', ['id'])]
    return id === 2 ? [key(['Year', 'number'], 'orders', ['Year', 'number'])] : []
  },
}

async function conditions(before: string) {
  const context = completionContext(before, before)
  return context.kind === 'join' ? joinConditions(context, source) : context.kind
}

it.each([
  ['select * from orders o join customers c on ', ['o.customer = c.id']],
  ['select * from customers join orders on ', ['orders.customer = customers.id']],
  [
    'select * from orders o join order_items as i on ',
    ['i."Year" = o."Year" and i.number = o.number'],
  ],
  ['select * from orders a join orders b on ', []],
  ['select * from (select 1 as id) s join customers c on ', []],
  ['select * from unknown.orders o join customers c on ', []],
  ['with r as (select id from customers) select * from r join orders o on ', []],
])('suggests the foreign keys after %s', async (before, expected) => {
  expect(await conditions(before)).toEqual(expected)
})
