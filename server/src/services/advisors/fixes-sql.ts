import { ident, joinSql, rawSql, sql, type Sql } from '../../postgres/sql.ts'
import { displayName, type LintFix, type LintRow } from './lint.ts'
import { briefLock, definitionLock } from './locks.ts'

/** Corrections that several lints share. */

const relation = ({ schema, name }: LintRow): Sql => ident(schema ?? '', name)

export function enableRowSecurity(row: LintRow, effect: string): LintFix {
  const table = relation(row)
  return {
    title: `Enable row level security on ${displayName(row)}`,
    statements: [sql`alter table ${table} enable row level security`],
    undo: [sql`alter table ${table} disable row level security`],
    locks: [briefLock(displayName(row))],
    effect,
  }
}

/** Takes SELECT from the roles of requests. */
export function revokeSelect(row: LintRow, roles: readonly string[]): LintFix | undefined {
  if (roles.length === 0) return undefined
  const readers = joinSql(roles.map((role) => ident(role)))
  return {
    title: `Revoke SELECT on ${displayName(row)}`,
    statements: [sql`revoke select on ${relation(row)} from ${readers}`],
    undo: [sql`grant select on ${relation(row)} to ${readers}`],
    locks: [definitionLock(displayName(row))],
    effect: `Requests of ${roles.join(' and ')} can no longer read it. Secret keys still can.`,
  }
}

/** A function as `alter function` names it. Postgres has printed the types of its arguments. */
export const functionSql = ({ schema, name }: LintRow, kind: string, identity: string): Sql =>
  sql`${rawSql(kind === 'p' ? 'procedure' : 'function')} ${ident(schema ?? '', name)}(${rawSql(identity)})`
