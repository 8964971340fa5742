import { expect, it } from 'vitest'
import { canRewrite } from './rewrites.ts'

const added = (definition: string) =>
  canRewrite({
    rewriteRisk: true,
    verb: 'alter',
    sql: `ALTER TABLE "public"."orders" ADD COLUMN ${definition}`,
    produces: [{ kind: 'column', schema: 'public', table: 'orders', name: 'points' }],
  })

it.each([
  '"points" integer NOT NULL DEFAULT 0',
  '"odd ""name""" numeric(10,2) DEFAULT -1.5',
  `"note" text DEFAULT 'it''s'::text NOT NULL`,
  '"is_paid" boolean DEFAULT false',
  `"tags" jsonb DEFAULT '[]'::jsonb NOT NULL`,
])('a new column with a constant default rewrites no row: %s', (definition) => {
  expect(added(definition)).toBe(false)
})

it.each([
  '"id" uuid DEFAULT gen_random_uuid()',
  '"at" timestamp with time zone DEFAULT now()',
  `"email" "public"."address" DEFAULT ''`,
  `"total" integer DEFAULT 0, ADD COLUMN "id" uuid DEFAULT gen_random_uuid()`,
  `"note" text DEFAULT 'a' || random()::text`,
])('another one can rewrite them: %s', (definition) => {
  expect(added(definition)).toBe(true)
})

it('a new table has no rows', () => {
  const table = {
    rewriteRisk: true,
    verb: 'create',
    sql: 'CREATE TABLE "public"."rewards" ("id" uuid DEFAULT gen_random_uuid())',
    produces: [{ kind: 'table', schema: 'public', name: 'rewards' }],
  } as const
  expect(canRewrite({ ...table, produces: [...table.produces] })).toBe(false)
})
