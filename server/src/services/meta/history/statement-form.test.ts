import { expect, it } from 'vitest'
import { formOf } from './statement-form.ts'

it.each([
  [
    'create unique index concurrently "i"\non "s"."t" using btree ("a")',
    'create index concurrently',
    '"s"."t"',
  ],
  ['create index\non "s"."it\'s "" on" using gin ("a")', 'create index', '"s"."it\'s "" on"'],
  ['alter table "s"."t" alter column "set not null" type int using 1', 'change type', '"s"."t"'],
  ['alter table "s"."t" alter column "a" set not null', 'set not null', '"s"."t"'],
  ['alter table "s"."t" add constraint "k" unique nulls not distinct ("a")', 'add key', '"s"."t"'],
  [`alter table "s"."t" add check (a <> ' not valid')`, 'add check', '"s"."t"'],
  ['alter table "a"."t"\nattach partition "a"."p" default', 'attach partition', '"a"."t"'],
  ['alter table "s"."t" set unlogged', 'set logged', '"s"."t"'],
])('%s is %s', (statement, form, table) => {
  expect(formOf(statement)).toEqual({ form, table })
})

it.each([
  'alter table "s"."t" add check (a > 1) not valid',
  'alter table "s"."t" add constraint "k" foreign key ("a") references "s"."o" ("b") not valid',
  'alter table "s"."t"\nadd constraint "i" unique using index "i"',
  'alter table "s"."t" rename column "a" to "b"',
  'alter table "s"."t" set (fillfactor = 70)',
  'create table "s"."t" ()',
])('%s does not depend on rows', (statement) => {
  expect(formOf(statement)).toBeUndefined()
})
