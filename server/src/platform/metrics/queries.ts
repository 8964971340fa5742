import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'

/** The jobs of the queue that are due, and those that are not tried again. */
export const countJobs = (session: Session) =>
  session.one(
    sql`
      select
        count(*) filter (
          where locked_at is null and attempts < max_attempts and run_at <= now()
        )::int as due,
        count(*) filter (where attempts >= max_attempts)::int as failed
      from graphile_worker.jobs`,
    z.object({ due: z.number(), failed: z.number() }),
  )
