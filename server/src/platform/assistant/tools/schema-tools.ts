import { getTable, listNames } from '@stoa/contract/services/meta/catalogue'
import type { Policy, TableDetail } from '@stoa/contract/services/meta/catalogue'
import { listExtensions } from '@stoa/contract/services/meta/extensions'
import { listMigrations } from '@stoa/contract/services/meta/history'
import { getFunction, listFunctions, listTablePolicies } from '@stoa/contract/services/meta/objects'
import { z } from 'zod'
import { describeTable, tableText } from './table-description.ts'
import { tool, type Tool, type ToolCaller } from './tool.ts'

/** The most tables that one call describes. */
const MAX_DESCRIBED = 20
const MAX_LISTED = 500
const NO_NAMES = 'There are none.'

const level = 'schema'
const permission = 'database:read'
const schema = z.string().max(63).default('public').describe('The schema; public by default.')

/** Tools that read the structure of the database and none of its rows. */
export const schemaTools: readonly Tool[] = [
  tool({
    name: 'list_tables',
    title: 'Listing tables',
    description: 'Lists the tables and views of all schemas with the names of their columns.',
    level,
    permission,
    input: z.object({}),
    async run(_given, caller) {
      const { tables } = await caller.call(listNames, {})
      return listOr(
        tables.map(
          (table) => `${table.kind} ${table.schema}.${table.name}(${table.columns.join(', ')})`,
        ),
      )
    },
  }),
  tool({
    name: 'describe_tables',
    title: 'Reading table definitions',
    description:
      'Returns columns with types, keys, relationships, indexes and row level security policies of tables or views.',
    level,
    permission,
    input: z.object({
      tables: z
        .array(z.string().max(200))
        .min(1)
        .max(MAX_DESCRIBED)
        .describe('Names with their schema, such as public.orders.'),
    }),
    run: async ({ tables }, caller) => (await describe(tables, caller)).join('\n\n'),
  }),
  tool({
    name: 'list_policies',
    title: 'Reading policies',
    description: 'Lists the row level security policies of the tables of a schema.',
    level,
    permission,
    input: z.object({ schema }),
    async run(given, caller) {
      const { items } = await caller.call(listTablePolicies, {
        query: { schema: given.schema, limit: MAX_LISTED },
      })
      return listOr(
        items.map(({ name, rls_enabled, policies }) =>
          [
            `${given.schema}.${name}: RLS ${rls_enabled ? 'on' : 'off'}`,
            ...policies.map(policyText),
          ].join('\n  '),
        ),
      )
    },
  }),
  tool({
    name: 'list_database_functions',
    title: 'Listing database functions',
    description: 'Lists the functions and procedures of a schema with arguments and result.',
    level,
    permission,
    input: z.object({ schema, search: z.string().max(200).optional() }),
    async run(given, caller) {
      const { items } = await caller.call(listFunctions, {
        query: {
          schema: given.schema,
          limit: MAX_LISTED,
          ...(given.search && { search: given.search }),
        },
      })
      return listOr(
        items.map(
          (item) =>
            `${item.id}: ${item.kind} ${item.schema}.${item.name}(${item.arguments}) returns ${item.return_type ?? 'nothing'} language ${item.language}${item.is_security_definer ? ' security definer' : ''}`,
        ),
      )
    },
  }),
  tool({
    name: 'read_database_function',
    title: 'Reading a database function',
    description:
      'Returns the definition of a function, by the number that list_database_functions shows.',
    level,
    permission,
    input: z.object({ id: z.int().min(1).max(4_294_967_295) }),
    async run({ id }, caller) {
      const { definition } = await caller.call(getFunction, { params: { id } })
      return definition ?? 'An aggregate has no definition.'
    },
  }),
  tool({
    name: 'list_extensions',
    title: 'Listing extensions',
    description:
      'Lists the Postgres extensions that are installed, and those that can be installed.',
    level,
    permission,
    input: z.object({}),
    async run(_given, caller) {
      const extensions = await caller.call(listExtensions, {})
      return listOr(
        extensions
          .filter((extension) => extension.installed_version !== null || extension.can_install)
          .map(({ name, installed_version: installed, schema: of }) =>
            installed === null ? `${name}: available` : `${name}: installed ${installed} in ${of}`,
          ),
      )
    },
  }),
  tool({
    name: 'list_migrations',
    title: 'Listing migrations',
    description: 'Lists the latest migrations of the database.',
    level,
    permission,
    input: z.object({}),
    async run(_given, caller) {
      const { items, total } = await caller.call(listMigrations, { query: { limit: 50 } })
      return listOr([
        `${total} migrations in total`,
        ...items.map(({ version, name }) => `${version} ${name ?? ''}`),
      ])
    },
  }),
]

const listOr = (lines: readonly string[]) => (lines.length === 0 ? NO_NAMES : lines.join('\n'))

async function describe(wanted: readonly string[], caller: ToolCaller): Promise<string[]> {
  const { tables } = await caller.call(listNames, {})
  const found = wanted.map((name) => ({
    name,
    id: tables.find((table) =>
      [`${table.schema}.${table.name}`, ...shortName(table)].includes(name),
    )?.id,
  }))
  const texts: string[] = []
  for (const { name, id } of found)
    texts.push(
      id === undefined
        ? `There is no table ${name}.`
        : // oxlint-disable-next-line no-await-in-loop -- One request at a time leaves the person's others their share.
          detailText(await caller.call(getTable, { params: { id } })),
    )
  return texts
}

const shortName = ({ schema: of, name }: { schema: string; name: string }) =>
  of === 'public' ? [name] : []

const detailText = (table: TableDetail): string =>
  [
    tableText(describeTable(table)),
    ...table.indexes.map(({ definition }) => `  ${definition}`),
    `  row level security ${table.rls_enabled ? 'on' : 'off'}`,
    ...table.policies.map((policy) => `  ${policyText(policy)}`),
    ...(table.view_definition === null ? [] : [table.view_definition]),
  ].join('\n')

const policyText = (policy: Policy): string =>
  [
    `policy "${policy.name}" for ${policy.command.toLowerCase()} to ${policy.roles.join(', ')}`,
    !policy.is_permissive && 'restrictive',
    policy.using !== null && `using (${policy.using})`,
    policy.check !== null && `with check (${policy.check})`,
  ]
    .filter((part) => typeof part === 'string')
    .join(' ')
