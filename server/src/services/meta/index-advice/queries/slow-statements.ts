import { SlowStatement } from '@stoa/contract/services/meta/index-advice'
import { z } from 'zod'
import type { Session } from '../../../../postgres/database.ts'
import { sql } from '../../../../postgres/sql.ts'

const MOST_LISTED = 20
/** A longer statement was rarely written by a person. */
const LONGEST = 10_000

/** The statements that took the most time in total, as starting points for the index advisor. */
export async function readSlowStatements(tx: Session) {
  const { is_available: isAvailable } = await tx.one(
    sql`
      select to_regclass('extensions.pg_stat_statements') is not null
        and 'pg_stat_statements' = any (
          string_to_array(current_setting('shared_preload_libraries'), ',')) as is_available`,
    z.object({ is_available: z.boolean() }),
  )
  if (!isAvailable) return { is_available: false, statements: [] }
  const statements = await tx.many(
    sql`
      select s.queryid::text as id, s.query as statement, sum(s.calls)::float8 as calls,
        sum(s.total_exec_time) as total_ms, sum(s.total_exec_time) / sum(s.calls) as mean_ms
      from extensions.pg_stat_statements as s
      join pg_roles as r on r.oid = s.userid
      where s.dbid = (select oid from pg_database where datname = current_database())
        and r.rolname !~ '^(supabase_|authenticator$)'
        and s.calls > 0 and length(s.query) <= ${LONGEST}::integer
        and s.query ~* '^[[:space:]]*(select|with|insert|update|delete|merge)[[:>:]]'
        -- Without a table there is nothing to index. The rest are the dashboard's own.
        and s.query ~* '[[:<:]](from|update|into)[[:>:]]'
        and s.query !~* '[[:<:]](pg_|information_schema|((supabase_migrations|cron|pgmq|vault|net|stoa)[.]))'
      group by s.queryid, s.query
      order by total_ms desc
      limit ${MOST_LISTED}::integer`,
    SlowStatement,
  )
  return { is_available: true, statements }
}
