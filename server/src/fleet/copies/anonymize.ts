import type { AnonymizeRule } from '@stoa/contract/platform/anonymization'
import { DatabaseError, type Client } from 'pg'
import { randomBytes } from 'node:crypto'
import { AppError } from '../../lib/errors.ts'
import { compile, ident, joinSql, rawSql, sql, type Sql } from '../../postgres/sql.ts'
import { COLUMN, TRIGGERS, FORGET, VIEWS } from './anonymize-queries.ts'
import { newValue } from './anonymize-rules.ts'

type Column = {
  readonly id: number
  readonly schema: string
  readonly name: string
  readonly kind: string
  readonly owner: string
  readonly type: string
  readonly has_rules: boolean
  readonly is_forced: boolean
}
type Target = Column & { readonly changes: { readonly rule: AnonymizeRule; readonly type: Sql }[] }

const NOT_OWNED = 'its table belongs to a role other than postgres and those of services'
/** It has no rows of its own. */
const PARTITIONED = 'p'

const ENABLE: ReadonlyMap<string, string> = new Map([
  ['O', 'enable'],
  ['A', 'enable always'],
  ['R', 'enable replica'],
])

/**
 * Replaces the values of columns in a copied database, and rewrites the tables so that no file has
 * the former ones. Each table is changed as its owner, without its triggers; `superuser` uses only
 * catalogs. Rejects with 409 `anonymize_failed` if a rule cannot be applied.
 */
export async function anonymize(
  superuser: Client,
  rules: readonly AnonymizeRule[],
  signInAs: (owner: string) => Promise<Client | undefined>,
): Promise<void> {
  const salt = randomBytes(32).toString('hex')
  const owners = new Map<string, Client>()
  async function ownerOf(owner: string): Promise<Client | undefined> {
    const found = owners.get(owner) ?? (await signInAs(owner))
    if (found) owners.set(owner, found)
    return found
  }
  try {
    const targets = await findTargets(superuser, rules)
    const ids = targets.map(({ id }) => id)
    for (const statement of FORGET) await superuser.query(statement, [ids])
    for (const target of targets) {
      const owner = await ownerOf(target.owner)
      if (!owner) throw failed(target, NOT_OWNED)
      if (target.kind === PARTITIONED) continue
      const { rows } = await superuser.query<Trigger>(TRIGGERS, [target.id])
      await change(owner, target, { salt, triggers: rows })
      await run(owner, sql`vacuum (full, analyze) ${ident(target.schema, target.name)}`)
    }
    await refreshViews(superuser, ownerOf)
  } finally {
    for (const client of owners.values()) await client.end()
  }
}

/** The tables, each with all of its rules. */
async function findTargets(
  superuser: Client,
  rules: readonly AnonymizeRule[],
): Promise<readonly Target[]> {
  const targets = new Map<number, Target>()
  for (const rule of rules) {
    const { rows } = await superuser.query<Column>(COLUMN, [rule.schema, rule.table, rule.column])
    if (rows.length === 0) throw failed({ changes: [{ rule }] }, 'there is no such column')
    for (const row of rows) {
      const target = targets.get(row.id) ?? { ...row, changes: [] }
      target.changes.push({ rule, type: rawSql(row.type) })
      if (row.kind !== 'r' && row.kind !== PARTITIONED)
        throw failed(target, 'it belongs to a view or a foreign table')
      if (row.has_rules) throw failed(target, 'its table has rewrite rules for UPDATE')
      targets.set(row.id, target)
    }
  }
  return [...targets.values()]
}

type Trigger = { readonly name: string; readonly enabled: string }

async function change(
  owner: Client,
  target: Target,
  { salt, triggers }: { readonly salt: string; readonly triggers: readonly Trigger[] },
): Promise<void> {
  const table = ident(target.schema, target.name)
  const alter = (action: string, trigger: Trigger) =>
    run(owner, sql`alter table only ${table} ${rawSql(action)} trigger ${ident(trigger.name)}`)
  const sets = target.changes.map(({ rule, type }) => {
    const name = ident(rule.column)
    return sql`${name} = ${newValue(rule, { name, type, salt })}`
  })
  try {
    await owner.query('begin')
    for (const trigger of triggers) await alter('disable', trigger)
    if (target.is_forced) await run(owner, sql`alter table ${table} no force row level security`)
    await run(owner, sql`update only ${table} set ${joinSql(sets)}`)
    // Deferred constraints would keep the table from being altered.
    await owner.query('set constraints all immediate')
    if (target.is_forced) await run(owner, sql`alter table ${table} force row level security`)
    for (const trigger of triggers) await alter(ENABLE.get(trigger.enabled) ?? 'enable', trigger)
    await owner.query('commit')
  } catch (error) {
    if (error instanceof DatabaseError) throw failed(target, reasonOf(error))
    throw error
  }
}

/** Postgres's own message can contain values. */
function reasonOf({ code = '', column, constraint }: DatabaseError): string {
  if (code === '23502') return `${column ?? 'the column'} must not be null`
  if (code === '23505') return `${constraint ?? 'a constraint'} needs unique values`
  if (code.startsWith('23')) return `${constraint ?? 'a constraint'} does not allow the new values`
  if (code.startsWith('22') || code.startsWith('42'))
    return `the type of the column does not take the new values (${code})`
  return `Postgres refused the change (${code})`
}

async function refreshViews(
  superuser: Client,
  ownerOf: (owner: string) => Promise<Client | undefined>,
): Promise<void> {
  const { rows } = await superuser.query<Pick<Column, 'schema' | 'name' | 'owner'>>(VIEWS)
  for (const { schema, name, owner } of rows) {
    const view = ident(schema, name)
    const client = await ownerOf(owner)
    const refresh = client && run(client, sql`refresh materialized view ${view}`)
    // It would otherwise keep the former values.
    if (!(await refresh?.catch(() => undefined)))
      await run(superuser, sql`refresh materialized view ${view} with no data`)
  }
}

const run = (client: Client, statement: Sql) => client.query(compile(statement).text)

const failed = (
  { changes }: { readonly changes: readonly { readonly rule: AnonymizeRule }[] },
  reason: string,
) => {
  const columns = changes.map(({ rule }) => `${rule.schema}.${rule.table}.${rule.column}`)
  return new AppError(
    'anonymize_failed',
    `The rules for ${columns.join(', ')} cannot be applied: ${reason}.`,
    { status: 409, hint: 'Change or remove the rule, then create the copy again.' },
  )
}
