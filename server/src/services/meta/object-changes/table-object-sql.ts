import type { ObjectChange } from '@stoa/contract/services/meta/object-changes'
import type {
  ChannelMessages,
  PolicyCondition,
} from '@stoa/contract/services/meta/policy-conditions'
import { emptySql, joinSql, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import { nameList } from '../ddl/column-sql.ts'
import { parseExpression } from '../ddl/expression.ts'
import { messagesSql, templateSql } from '../sql-drafts/policy-condition-sql.ts'
import { nameSql, qualifiedSql, tableSql } from './name-sql.ts'

type ChangeOf<Kind extends ObjectChange['kind']> = Extract<ObjectChange, { kind: Kind }>

export function createIndex(index: ChangeOf<'create_index'>): Sql {
  const { columns, expressions = [], include = [] } = index
  const unique = index.is_unique ? sql` unique` : emptySql
  const concurrently = index.is_concurrent ? sql` concurrently` : emptySql
  const name = index.name === null ? emptySql : sql` ${nameSql(index.name)}`
  const parts = joinSql([...columns.map(nameSql), ...expressions.map(parseExpression)])
  const covering = include.length === 0 ? emptySql : sql` include (${nameList(include)})`
  const nulls =
    index.is_unique && index.nulls_not_distinct === true ? sql` nulls not distinct` : emptySql
  const where =
    index.condition === null ? emptySql : sql`\nwhere ${parseExpression(index.condition)}`
  return sql`create${unique} index${concurrently}${name}
on ${qualifiedSql(index.table)} using ${rawSql(index.method)} (${parts})${covering}${nulls}${where}`
}

export function dropIndex(index: ChangeOf<'drop_index'>): Sql {
  if (index.cascade) return sql`drop index ${qualifiedSql(index)} cascade`
  const concurrently = index.is_concurrent ? sql` concurrently` : emptySql
  return sql`drop index${concurrently} ${qualifiedSql(index)}`
}

export function constraintFromIndex(change: ChangeOf<'constraint_from_index'>): Sql {
  const index = nameSql(change.index)
  const kind = change.constraint === 'primary_key' ? sql`primary key` : sql`unique`
  return sql`alter table ${qualifiedSql(change.table)}\nadd constraint ${index} ${kind} using index ${index}`
}

export function createTrigger(trigger: ChangeOf<'create_trigger'>): Sql {
  const { name, table, timing, events, level, condition } = trigger
  const when = condition === null ? emptySql : sql`when ${parseExpression(condition)}\n`
  return sql`create trigger ${nameSql(name)}
${rawSql(timing)} ${rawSql(events.join(' or '))} on ${qualifiedSql(table)}
for each ${rawSql(level)}
${when}execute function ${qualifiedSql(trigger.function)}()`
}

export const enableTrigger = (trigger: ChangeOf<'enable_trigger'>): Sql =>
  sql`alter table ${tableSql(trigger)} ${switchSql(trigger)} trigger ${nameSql(trigger.name)}`

export const secureTables = (change: ChangeOf<'secure_tables'>): Sql[] =>
  change.tables.map((table) => setRowSecurity({ ...table, is_enabled: true }))

export const setRowSecurity = (table: Omit<ChangeOf<'set_row_security'>, 'kind'>): Sql =>
  sql`alter table ${qualifiedSql(table)} ${switchSql(table)} row level security`

const switchSql = ({ is_enabled }: { readonly is_enabled: boolean }): Sql =>
  is_enabled ? sql`enable` : sql`disable`

export const createPolicies = ({ table, policies }: ChangeOf<'create_policies'>): Sql[] =>
  policies.map((policy) => {
    const restrictive = policy.is_restrictive ? sql`\nas restrictive` : emptySql
    return sql`create policy ${nameSql(policy.name)}
on ${qualifiedSql(table)}${restrictive}
for ${rawSql(policy.command.toLowerCase())} to ${roleList(policy.roles)}${rulesSql(policy)}`
  })

/** Changes the roles and expressions first, and then the name. */
export function alterPolicy(policy: ChangeOf<'alter_policy'>): Sql[] {
  const { name, roles, ...rules } = policy.change
  const start = sql`alter policy ${nameSql(policy.name)}\non ${tableSql(policy)}`
  const isChanged = roles !== undefined || rules.using !== undefined || rules.check !== undefined
  const to = roles === undefined ? emptySql : sql`\nto ${roleList(roles)}`
  return [
    ...(isChanged ? [sql`${start}${to}${rulesSql(rules)}`] : []),
    ...(name === undefined ? [] : [sql`${start}\nrename to ${nameSql(name)}`]),
  ]
}

/** `public` is a keyword here. */
const roleList = (roles: readonly string[]): Sql =>
  joinSql(roles.map((role) => (role === 'public' ? sql`public` : nameSql(role))))

type PolicyRules = {
  readonly using?: PolicyCondition | null | undefined
  readonly check?: PolicyCondition | null | undefined
  readonly messages?: ChannelMessages | undefined
}

const rulesSql = ({ using, check, messages }: PolicyRules): Sql => {
  const clause = (keyword: Sql, condition: PolicyCondition | null | undefined) =>
    condition === null || condition === undefined
      ? emptySql
      : sql`\n${keyword} ${conditionSql(condition, messages)}`
  return sql`${clause(sql`using`, using)}${clause(sql`with check`, check)}`
}

/** A condition in parentheses. */
function conditionSql(condition: PolicyCondition, messages: ChannelMessages | undefined): Sql {
  const own =
    typeof condition === 'string' ? parseExpression(condition) : sql`(${templateSql(condition)})`
  if (messages === undefined) return own
  const isEverything = typeof condition === 'string' && condition.trim() === 'true'
  return sql`(${isEverything ? messagesSql(messages) : sql`${messagesSql(messages)} and ${own}`})`
}
