import type {
  CustomType,
  DatabaseFunction,
  DatabaseTrigger,
  DatabaseView,
} from '@stoa/contract/services/meta/objects'
import { literal, qualified, quoted } from '../../lib/sql-names.ts'

type Named = { schema: string; name: string }

const withCascade = (statement: string, cascade: boolean) =>
  `${statement}${cascade ? ' cascade' : ''};`

type NamedFunction = Pick<DatabaseFunction, 'schema' | 'name' | 'kind' | 'identity_arguments'>

export function dropFunctionSql(fn: NamedFunction, cascade: boolean): string {
  const keyword = {
    procedure: 'procedure',
    aggregate: 'aggregate',
    function: 'function',
    window: 'function',
  }[fn.kind]
  // An aggregate without arguments is written with a star.
  const types =
    fn.identity_arguments === '' && fn.kind === 'aggregate' ? '*' : fn.identity_arguments
  return withCascade(`drop ${keyword} ${qualified(fn)}(${types})`, cascade)
}

/** The text that a new function starts with. */
export const newFunctionSql = (schema: string): string =>
  `create function ${qualified({ schema, name: 'new_function' })}(name text)
returns text
language plpgsql
stable
security invoker
set search_path = ''
as $$
begin
  return 'Hello, ' || name;
end;
$$;
`

export type TriggerDraft = {
  name: string
  table: Named
  timing: DatabaseTrigger['timing']
  events: readonly DatabaseTrigger['events'][number][]
  level: DatabaseTrigger['level']
  function: Named
  /** When the trigger fires; always if empty. */
  condition: string
}

export function createTriggerSql(draft: TriggerDraft): string {
  const { timing, events, level, condition } = draft
  return [
    `create trigger ${quoted(draft.name)}`,
    `${timing} ${events.join(' or ')} on ${qualified(draft.table)}`,
    `for each ${level}`,
    ...(condition.trim() === '' ? [] : [`when (${condition.trim()})`]),
    `execute function ${qualified(draft.function)}();`,
  ].join('\n')
}

type NamedTrigger = Pick<DatabaseTrigger, 'schema' | 'table' | 'name'>

const tableOf = ({ schema, table }: { schema: string; table: string }) =>
  qualified({ schema, name: table })

export const enableTriggerSql = (trigger: NamedTrigger, isOn: boolean): string =>
  `alter table ${tableOf(trigger)} ${isOn ? 'enable' : 'disable'} trigger ${quoted(trigger.name)};`

export const dropTriggerSql = (trigger: NamedTrigger, cascade: boolean): string =>
  withCascade(`drop trigger ${quoted(trigger.name)} on ${tableOf(trigger)}`, cascade)

export const createEnumSql = (type: Named, values: readonly string[]): string =>
  `create type ${qualified(type)} as enum (${values.map(literal).join(', ')});`

/** Adds a value before another one, or at the end. Postgres can't remove values. */
export const addEnumValueSql = (type: Named, value: string, before: string | undefined): string =>
  `alter type ${qualified(type)} add value ${literal(value)}${before === undefined ? '' : ` before ${literal(before)}`};`

export const renameEnumValueSql = (type: Named, from: string, to: string): string =>
  `alter type ${qualified(type)} rename value ${literal(from)} to ${literal(to)};`

export const dropTypeSql = (type: Named, cascade: boolean): string =>
  withCascade(`drop type ${qualified(type)}`, cascade)

type NamedCustomType = Named & Pick<CustomType, 'kind'>

/** The statement that creates a domain, composite type or range type. */
export const customTypeSql = (type: NamedCustomType & Pick<CustomType, 'definition'>): string =>
  `create ${type.kind === 'domain' ? 'domain' : 'type'} ${qualified(type)} as ${type.definition};`

export const newDomainSql = (schema: string): string =>
  `create domain ${qualified({ schema, name: 'new_domain' })} as text
  constraint not_empty check (value <> '');
`

export const newCompositeTypeSql = (schema: string): string =>
  `create type ${qualified({ schema, name: 'new_type' })} as (
  name text,
  amount numeric
);
`

/** The initial draft for changing a type, because Postgres cannot replace a type as a whole. */
export const changeCustomTypeSql = (type: NamedCustomType): string =>
  `alter ${type.kind === 'domain' ? 'domain' : 'type'} ${qualified(type)}
  ${CUSTOM_TYPE_CHANGES[type.kind]};
`

const CUSTOM_TYPE_CHANGES = {
  domain: 'add constraint new_rule check (value is not null)',
  composite: 'add attribute new_attribute text',
  range: 'rename to new_name',
}

export const dropCustomTypeSql = (type: NamedCustomType, cascade: boolean): string =>
  withCascade(`drop ${type.kind === 'domain' ? 'domain' : 'type'} ${qualified(type)}`, cascade)

export const INDEX_METHODS = ['btree', 'hash', 'gin', 'gist', 'spgist', 'brin'] as const
export type IndexMethod = (typeof INDEX_METHODS)[number]

export type IndexDraft = {
  /** Postgres chooses a name if it is empty. */
  name: string
  table: Named
  method: IndexMethod
  columns: readonly string[]
  isUnique: boolean
  /** Without blocking writes to the table. */
  isConcurrent: boolean
  /** The condition for rows in the index; all rows if empty. */
  condition: string
}

export function createIndexSql(draft: IndexDraft): string {
  const name = draft.name.trim()
  return [
    `create${draft.isUnique ? ' unique' : ''} index${draft.isConcurrent ? ' concurrently' : ''}${name === '' ? '' : ` ${quoted(name)}`}`,
    `on ${qualified(draft.table)} using ${draft.method} (${draft.columns.map(quoted).join(', ')})`,
    ...(draft.condition.trim() === '' ? [] : [`where (${draft.condition.trim()})`]),
  ]
    .join('\n')
    .concat(';')
}

/** Postgres can only drop one index at a time concurrently. */
export const dropIndexSql = (
  index: Named,
  { cascade, isConcurrent }: { cascade: boolean; isConcurrent: boolean },
): string =>
  isConcurrent && !cascade
    ? `drop index concurrently ${qualified(index)};`
    : withCascade(`drop index ${qualified(index)}`, cascade)

/** Without a schema, the extension is installed in the one it prescribes. */
export const createExtensionSql = (
  name: string,
  { schema, cascade }: { schema: string | undefined; cascade: boolean },
): string =>
  withCascade(
    `create extension ${quoted(name)}${schema === undefined ? '' : ` with schema ${quoted(schema)}`}`,
    cascade,
  )

export const updateExtensionSql = (name: string): string =>
  `alter extension ${quoted(name)} update;`

export const dropExtensionSql = (name: string, cascade: boolean): string =>
  withCascade(`drop extension ${quoted(name)}`, cascade)

export const PUBLISHED = ['insert', 'update', 'delete', 'truncate'] as const
export type Published = (typeof PUBLISHED)[number]

export const createPublicationSql = (name: string, operations: readonly Published[]): string =>
  `create publication ${quoted(name)} with (publish = ${literal(operations.join(', '))});`

export const publishTableSql = (name: string, table: Named, isOn: boolean): string =>
  `alter publication ${quoted(name)} ${isOn ? 'add' : 'drop'} table ${qualified(table)};`

export const dropPublicationSql = (name: string): string => `drop publication ${quoted(name)};`

export type RoleDraft = {
  name: string
  canLogin: boolean
  /** Required for signing in with a password; empty for none. */
  password: string
  canCreateDb: boolean
  canCreateRole: boolean
  canBypassRls: boolean
}

export function createRoleSql(draft: RoleDraft): string {
  const options = [
    draft.canLogin ? 'login' : 'nologin',
    ...(draft.canCreateDb ? ['createdb'] : []),
    ...(draft.canCreateRole ? ['createrole'] : []),
    ...(draft.canBypassRls ? ['bypassrls'] : []),
    ...(draft.canLogin && draft.password !== '' ? [`password ${literal(draft.password)}`] : []),
  ]
  return `create role ${quoted(draft.name)} with ${options.join(' ')};`
}

/** The attributes that differ, and the password if there is a new one; empty if nothing changed. */
export function alterRoleSql(before: Omit<RoleDraft, 'password'>, draft: RoleDraft): string {
  const option = (
    key: 'canLogin' | 'canCreateDb' | 'canCreateRole' | 'canBypassRls',
    word: string,
  ) => (before[key] === draft[key] ? [] : [draft[key] ? word : `no${word}`])
  const options = [
    ...option('canLogin', 'login'),
    ...option('canCreateDb', 'createdb'),
    ...option('canCreateRole', 'createrole'),
    ...option('canBypassRls', 'bypassrls'),
    ...(draft.canLogin && draft.password !== '' ? [`password ${literal(draft.password)}`] : []),
  ]
  return options.length === 0 ? '' : `alter role ${quoted(before.name)} with ${options.join(' ')};`
}

/**
 * First transfers what the role owns to the current role, if requested, and revokes its privileges.
 */
export const dropRoleSql = (name: string, isTransferred: boolean): string =>
  [
    ...(isTransferred
      ? [
          `grant ${quoted(name)} to current_user;`,
          `reassign owned by ${quoted(name)} to current_user;`,
          `drop owned by ${quoted(name)};`,
        ]
      : []),
    `drop role ${quoted(name)};`,
  ].join('\n')

export type Maintenance = 'vacuum' | 'analyze'

/** Vacuums a table and updates its statistics, or only updates the statistics. */
export const maintainSql = (action: Maintenance, table: Named): string =>
  action === 'vacuum' ? `vacuum (analyze) ${qualified(table)};` : `analyze ${qualified(table)};`

/** Enables or disables the row level security of a table. */
export const rlsSql = (table: Named, isEnabled: boolean): string =>
  `alter table ${qualified(table)} ${isEnabled ? 'enable' : 'disable'} row level security;`

/** The text that a new view starts with. */
export const newViewSql = (schema: string): string =>
  `create view ${qualified({ schema, name: 'new_view' })}
with (security_invoker = true) as
select 1 as example;
`

type NamedView = Pick<DatabaseView, 'schema' | 'name' | 'query' | 'options' | 'is_materialized'>

/** The statement that creates a view. A view that is not materialized is replaced. */
export function viewSql(view: NamedView): string {
  const verb = view.is_materialized ? 'create materialized view' : 'create or replace view'
  const options = view.options === null ? '' : ` with (${view.options})`
  return `${verb} ${qualified(view)}${options} as\n${view.query ?? ''}`
}

const kindOf = ({ is_materialized }: Pick<NamedView, 'is_materialized'>) =>
  is_materialized ? 'materialized view' : 'view'

export const refreshViewSql = (view: Named): string =>
  `refresh materialized view ${qualified(view)};`

export const dropViewSql = (view: Named & Pick<NamedView, 'is_materialized'>, cascade: boolean) =>
  withCascade(`drop ${kindOf(view)} ${qualified(view)}`, cascade)

export const createSequenceSql = (sequence: Named): string =>
  `create sequence ${qualified(sequence)};`

/** `next` must be a whole number. */
export const setSequenceSql = (sequence: Named, next: string): string =>
  `alter sequence ${qualified(sequence)} restart with ${next};`

export const dropSequenceSql = (sequence: Named, cascade: boolean): string =>
  withCascade(`drop sequence ${qualified(sequence)}`, cascade)

export const createSchemaSql = (name: string): string => `create schema ${quoted(name)};`

export const dropSchemaSql = (name: string, cascade: boolean): string =>
  withCascade(`drop schema ${quoted(name)}`, cascade)
