import type { DATABASE_EVENTS } from '@stoa/contract/services/webhooks/webhooks'
import { emptySql, ident, joinSql, literal, rawSql, sql, type Sql } from '../../postgres/sql.ts'

type Table = { readonly schema: string; readonly table: string }

type Trigger = Table & {
  readonly events: readonly (typeof DATABASE_EVENTS)[number][]
  readonly columns?: readonly string[] | undefined
  readonly condition?: string | undefined
}

/** The name of a webhook's trigger. */
const triggerNameOf = (id: string): string => `stoa_webhook_${id.replaceAll('-', '')}`

/** The trigger that adds events to the outbox, as its table's owner creates it. */
export function createTriggerSql(id: string, trigger: Trigger): Sql {
  const columns = (trigger.columns ?? []).map((column) => ident(column))
  const events = trigger.events.map((event) => {
    if (event === 'UPDATE' && columns.length > 0) return sql`update of ${joinSql(columns)}`
    return sql`${rawSql(event.toLowerCase())}`
  })
  const { condition } = trigger
  // The line break ends a comment at the end of the condition.
  const when = condition === undefined ? emptySql : sql`when (${rawSql(condition)}\n)`
  return sql`
    create trigger ${ident(triggerNameOf(id))}
    after ${joinSql(events, ' or ')} on ${ident(trigger.schema, trigger.table)}
    for each row ${when}
    execute function supabase_functions.stoa_webhook(${literal(id)})`
}

export const dropTriggerSql = (id: string, { schema, table }: Table): Sql =>
  sql`drop trigger if exists ${ident(triggerNameOf(id))} on ${ident(schema, table)}`
