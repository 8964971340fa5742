import type { AuthMetrics } from '@stoa/contract/services/auth/metrics'
import { z } from 'zod'
import { sql, type Sql } from '../../../postgres/sql.ts'
import type { AuthContext } from '../context.ts'
import { sqlState } from '../errors.ts'

const DAY_MS = 24 * 60 * 60_000
/** Enough to count some million rows, and short enough for a person who waits for the page. */
const COUNT_MS = 3000

const Periods = z.object({ day: z.number(), week: z.number(), month: z.number() })

/** Counts sign-ups, sign-ins, and active users; null for what takes too long to count. */
export async function readMetrics(
  context: Pick<AuthContext, 'database' | 'now'>,
): Promise<AuthMetrics> {
  const since = (days: number) => new Date(context.now.getTime() - days * DAY_MS)
  const month = since(30)
  const ofMoments = (moments: Sql) => count(context, moments, { day: since(1), week: since(7) })
  const [signUps, signIns, activeUsers] = await Promise.all([
    ofMoments(sql`
      select created_at as at from auth.users
      where coalesce(created_at, '-infinity') > ${month}`),
    ofMoments(sql`
      select created_at as at from auth.audit_log_entries
      where coalesce(created_at, '-infinity') > ${month} and payload ->> 'action' = 'login'`),
    ofMoments(sql`
      select max(at) as at from (
        select id, last_sign_in_at as at from auth.users
        where coalesce(last_sign_in_at, '-infinity') > ${month}
        union all
        select user_id, refreshed_at::timestamptz from auth.sessions
        where refreshed_at::timestamptz > ${month}
      ) as seen group by id`),
  ])
  return { sign_ups: signUps, sign_ins: signIns, active_users: activeUsers }
}

type Starts = { readonly day: Date; readonly week: Date }

async function count(
  { database }: Pick<AuthContext, 'database'>,
  moments: Sql,
  { day, week }: Starts,
) {
  try {
    return await database.transaction(async (tx) => {
      await tx.run(sql`select set_config('statement_timeout', ${String(COUNT_MS)}, true)`)
      return tx.one(
        sql`
          select (count(*) filter (where at > ${day}))::int as day,
            (count(*) filter (where at > ${week}))::int as week, count(*)::int as month
          from (${moments}) as moments`,
        Periods,
      )
    })
  } catch (error) {
    if (sqlState(error) === '57014') return null
    throw error
  }
}
