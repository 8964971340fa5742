import { expect, it } from 'vitest'
import {
  addEnumValueSql,
  createEnumSql,
  createExtensionSql,
  createIndexSql,
  createPublicationSql,
  alterRoleSql,
  createRoleSql,
  createTriggerSql,
  dropFunctionSql,
  dropIndexSql,
  dropRoleSql,
  dropTriggerSql,
  enableTriggerSql,
  maintainSql,
  publishTableSql,
  renameEnumValueSql,
  rlsSql,
  setSequenceSql,
  viewSql,
} from './object-sql.ts'

const odd = { schema: 'My "S"', name: 'It’s; drop' }
const aggregate = { ...odd, kind: 'aggregate', identity_arguments: '' } as const
const overloaded = { ...odd, kind: 'window', identity_arguments: 'a integer' } as const
const trigger = { schema: 'app', table: 'Or"der', name: 'on' }
const index = {
  name: '',
  table: { schema: 'app', name: 'Order' },
  method: 'gin',
  columns: ['b', 'A"'],
  isUnique: false,
  isConcurrent: true,
  condition: ' ',
} as const
const role = {
  name: 'Team',
  canLogin: true,
  password: "o'k",
  canCreateDb: true,
  canCreateRole: false,
  canBypassRls: false,
}

it.each([
  [
    'drops an aggregate without arguments',
    dropFunctionSql(aggregate, false),
    'drop aggregate "My ""S"""."It’s; drop"(*);',
  ],
  [
    'names the overload of a function',
    dropFunctionSql(overloaded, true),
    'drop function "My ""S"""."It’s; drop"(a integer) cascade;',
  ],
  [
    'disables a trigger',
    enableTriggerSql(trigger, false),
    'alter table "app"."Or""der" disable trigger "on";',
  ],
  ['drops a trigger', dropTriggerSql(trigger, false), 'drop trigger "on" on "app"."Or""der";'],
  [
    'creates an enumerated type',
    createEnumSql(odd, ["it's"]),
    `create type "My ""S"""."It’s; drop" as enum ('it''s');`,
  ],
  [
    'adds a value at a place',
    addEnumValueSql({ schema: 'a', name: 'b' }, 'x', "y'"),
    `alter type "a"."b" add value 'x' before 'y''';`,
  ],
  [
    'renames a value',
    renameEnumValueSql({ schema: 'a', name: 'b' }, 'x', 'y'),
    `alter type "a"."b" rename value 'x' to 'y';`,
  ],
  [
    'creates an index concurrently',
    createIndexSql(index),
    'create index concurrently\non "app"."Order" using gin ("b", "A""");',
  ],
  [
    'creates a partial unique index',
    createIndexSql({
      ...index,
      name: 'I',
      method: 'btree',
      columns: ['a'],
      isUnique: true,
      isConcurrent: false,
      condition: 'a > 0',
    }),
    'create unique index "I"\non "app"."Order" using btree ("a")\nwhere (a > 0);',
  ],
  [
    'drops an index concurrently',
    dropIndexSql({ schema: 'a', name: 'b' }, { cascade: false, isConcurrent: true }),
    'drop index concurrently "a"."b";',
  ],
  [
    'never combines concurrently with cascade',
    dropIndexSql({ schema: 'a', name: 'b' }, { cascade: true, isConcurrent: true }),
    'drop index "a"."b" cascade;',
  ],
  [
    'installs an extension with its requirements',
    createExtensionSql('a"b', { schema: 'x', cascade: true }),
    'create extension "a""b" with schema "x" cascade;',
  ],
  [
    'creates a publication',
    createPublicationSql('p', ['insert', 'delete']),
    `create publication "p" with (publish = 'insert, delete');`,
  ],
  [
    'removes a table from a publication',
    publishTableSql('p', { schema: 'a', name: 'b' }, false),
    'alter publication "p" drop table "a"."b";',
  ],
  [
    'creates a role with a password',
    createRoleSql(role),
    `create role "Team" with login createdb password 'o''k';`,
  ],
  [
    'keeps the password out of a role that cannot sign in',
    createRoleSql({ ...role, canLogin: false }),
    'create role "Team" with nologin createdb;',
  ],
  [
    'changes only the attributes of a role that differ',
    alterRoleSql({ ...role, canCreateRole: true }, { ...role, canLogin: false }),
    'alter role "Team" with nologin nocreaterole;',
  ],
  [
    'transfers what a role owns',
    dropRoleSql('T', true),
    'grant "T" to current_user;\nreassign owned by "T" to current_user;\ndrop owned by "T";\ndrop role "T";',
  ],
])('%s', (_what, sql, expected) => {
  expect(sql).toBe(expected)
})

it('creates a trigger with a condition', () => {
  expect(
    createTriggerSql({
      name: 'touch',
      table: { schema: 'app', name: 'Order' },
      timing: 'before',
      events: ['insert', 'update'],
      level: 'row',
      function: { schema: 'app', name: 'on Change' },
      condition: ' new.id > 0 ',
    }),
  ).toBe(
    'create trigger "touch"\nbefore insert or update on "app"."Order"\nfor each row\nwhen (new.id > 0)\nexecute function "app"."on Change"();',
  )
})

it('vacuums with new statistics, analyzes, and switches row level security', () => {
  const name = '"My ""S"""."It’s; drop"'
  expect(maintainSql('vacuum', odd)).toBe(`vacuum (analyze) ${name};`)
  expect(maintainSql('analyze', odd)).toBe(`analyze ${name};`)
  expect(rlsSql(odd, true)).toBe(`alter table ${name} enable row level security;`)
  expect(rlsSql(odd, false)).toBe(`alter table ${name} disable row level security;`)
})

it('creates a view again with its options', () => {
  const view = { schema: 'app', name: 'v', query: ' SELECT 1;', options: null }
  expect(viewSql({ ...view, is_materialized: true })).toBe(
    'create materialized view "app"."v" as\n SELECT 1;',
  )
  expect(viewSql({ ...view, is_materialized: false, options: 'security_invoker=true' })).toBe(
    'create or replace view "app"."v" with (security_invoker=true) as\n SELECT 1;',
  )
})

it('sets the next value of a sequence', () => {
  expect(setSequenceSql({ schema: 'app', name: 's' }, '-7')).toBe(
    'alter sequence "app"."s" restart with -7;',
  )
})
