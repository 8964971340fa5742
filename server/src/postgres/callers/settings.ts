import type { CallerContext, CallerStatement, Isolation } from './caller.ts'
import { currentRequestId } from '../../lib/request-id.ts'
import { compile, joinSql, literal, rawSql, sql, type Sql } from '../sql.ts'

/** Prefix of the names of prepared settings statements. */
const SETTINGS = 'stoa-settings-'
/**
 * How many statement texts are cached. The owner chooses some of the names, through functions and
 * roles with settings.
 */
const MAX_TEXTS = 250

/** The `application_name` of the connections that callers share. */
export const CALLERS_APPLICATION = 'stoa-data-api'

/** Sets the isolation level of a transaction; runs before its settings. */
export const isolating = (level: Isolation): CallerStatement => ({
  name: `${SETTINGS}${level.replace(' ', '-')}`,
  text: ISOLATE[level],
  values: [],
})

const ISOLATE: Readonly<Record<Isolation, string>> = {
  'read committed': 'set transaction isolation level read committed',
  'repeatable read': 'set transaction isolation level repeatable read',
  serializable: 'set transaction isolation level serializable',
}

/**
 * The first statement of a transaction sets role and settings locally. Each set of setting names
 * has one statement text. The name of the application contains the request's id, because it is part
 * of every line that Postgres logs.
 */
export function createSettings() {
  const known = new Map<string, { readonly name: string; readonly text: string }>()
  let made = 0
  return ({ role, settings, isReadOnly }: CallerContext): CallerStatement => {
    // Transactions are writable by default, so this sets nothing: enabling writes again fails once
    // a query has run, and an administrator may have made the whole database read-only.
    let key = isReadOnly ? 'read only,' : ''
    const values = isReadOnly ? [role, 'on'] : [role]
    for (const name in settings) {
      key += `${name},`
      values.push(settings[name] ?? '')
    }
    const requestId = currentRequestId()
    if (requestId !== undefined) {
      key += 'application_name,'
      values.push(`${CALLERS_APPLICATION} ${requestId}`)
    }
    let statement = known.get(key)
    if (!statement) {
      const first = isReadOnly ? ['role', 'transaction_read_only'] : ['role']
      const last = requestId === undefined ? [] : ['application_name']
      const text = textOf([...first, ...Object.keys(settings), ...last])
      const [oldest] = known.keys()
      if (known.size >= MAX_TEXTS && oldest !== undefined) known.delete(oldest)
      known.set(key, (statement = { name: `${SETTINGS}${(made += 1)}`, text }))
    }
    return { name: statement.name, text: statement.text, values }
  }
}

/** A Postgres function call takes at most 100 arguments. */
const CALLS_AT_ONCE = 50

/** Returns only a count: the values themselves would come back over the wire. */
function textOf(names: readonly string[]): string {
  const calls = names.map(
    (name, index) => sql`pg_catalog.set_config(${literal(name)}, ${rawSql(`$${index + 1}`)}, true)`,
  )
  const counts: Sql[] = []
  for (let at = 0; at < calls.length; at += CALLS_AT_ONCE)
    counts.push(sql`pg_catalog.num_nonnulls(${joinSql(calls.slice(at, at + CALLS_AT_ONCE))})`)
  return compile(sql`select ${joinSql(counts)}`).text
}
