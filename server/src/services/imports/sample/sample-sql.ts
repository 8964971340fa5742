import { rawSql, sql, type Sql } from '../../../postgres/sql.ts'

/** The statements of a script of this folder, which are separated by empty lines. */
export const sampleStatements = (texts: readonly string[]): readonly Sql[] => texts.map(rawSql)

export const prepareSample = sql`
  select
    pg_catalog.set_config('lock_timeout', '5s', true),
    pg_catalog.set_config('statement_timeout', '60s', true),
    pg_catalog.set_config('search_path', 'public', true)`
