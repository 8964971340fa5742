import { rawSql, sql, type Sql } from '../../../postgres/sql.ts'

/** The planner calls functions that are declared immutable, which could try to write. */
export const BEGIN_READING = sql`begin read only`

export const planningLimits = (timeoutMs: number): Sql => sql`
  select pg_catalog.set_config('statement_timeout', ${String(timeoutMs)}, true),
    pg_catalog.set_config('lock_timeout', ${String(timeoutMs)}, true)`

export const explainGeneric = (text: string): Sql =>
  sql`explain (format json, generic_plan) ${rawSql(text.replace(/;\s*$/, ''))}`
