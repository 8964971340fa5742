import type { Client } from 'pg'
import { compile, type Sql } from '../../../postgres/sql.ts'

/** Runs a statement in a session of its own. Without values it is one simple message. */
export function runStatement(client: Client, statement: Sql) {
  const { text, values } = compile(statement)
  return values.length === 0
    ? client.query<Record<string, unknown>>(text)
    : client.query<Record<string, unknown>>(text, [...values])
}
