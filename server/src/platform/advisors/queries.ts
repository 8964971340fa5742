import { FailedRule, Finding, IgnoredFinding } from '@stoa/contract/services/advisors/advisors'
import { z } from 'zod'
import type { NewIgnored, StoredReport } from '../../project/advisor-records.ts'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'
import { Timestamp } from '../timestamp.ts'

/** A project that is not deleted. */
const projectOf = (ref: string) => sql`
  (select id from platform.projects where ref = ${ref} and deleted_at is null)`

/** An older release may have written other fields, which the next check replaces. */
const listOf = <T>(element: z.ZodType<T>) => z.array(element).catch([])

const ReportRow = z.object({
  checked_at: z.date(),
  duration_ms: z.number(),
  findings: listOf(Finding),
  failed: listOf(FailedRule),
  truncated: z.array(z.string()),
})

export const findReport = (session: Session, ref: string) =>
  session.maybe(
    sql`
      select checked_at, duration_ms, findings, failed, truncated
      from platform.advisor_reports where project_id = ${projectOf(ref)}`,
    ReportRow,
  )

export const upsertReport = (
  session: Session,
  ref: string,
  { checkedAt, durationMs, findings, failed, truncated }: StoredReport,
) =>
  session.run(sql`
    insert into platform.advisor_reports as r
      (project_id, checked_at, duration_ms, findings, failed, truncated)
    select id, ${checkedAt}, ${durationMs}::integer, ${JSON.stringify(findings)}::jsonb,
      ${JSON.stringify(failed)}::jsonb, ${[...truncated]}::text[]
    from platform.projects where ref = ${ref} and deleted_at is null
    on conflict (project_id) do update set
      checked_at = excluded.checked_at, duration_ms = excluded.duration_ms,
      findings = excluded.findings, failed = excluded.failed, truncated = excluded.truncated
    where r.checked_at <= excluded.checked_at`)

const IgnoredRow = IgnoredFinding.extend({ ignored_at: Timestamp })

const ignoredColumns = sql`
  i.id, i.rule, i.cache_key, i.reason, i.ignored_at,
  (select p.primary_email from platform.profiles p where p.user_id = i.ignored_by) as ignored_by`

export const listIgnoredRows = (session: Session, ref: string) =>
  session.many(
    sql`
      select ${ignoredColumns} from platform.advisor_ignored i
      where i.project_id = ${projectOf(ref)}
      order by i.ignored_at desc, i.id`,
    IgnoredRow,
  )

export const upsertIgnored = (
  session: Session,
  ref: string,
  { id, rule, cacheKey, reason, userId, at, max }: NewIgnored & { readonly max: number },
) =>
  session.maybe(
    sql`
      with i as (
        insert into platform.advisor_ignored as ignored
          (project_id, id, rule, cache_key, reason, ignored_by, ignored_at)
        select project.id, ${id}::uuid, ${rule}, ${cacheKey}::text, ${reason}, ${userId}::uuid, ${at}
        from platform.projects as project
        where project.ref = ${ref} and project.deleted_at is null and (
          select count(*) from platform.advisor_ignored as other
          where other.project_id = project.id
            and (other.rule, other.cache_key) is distinct from (${rule}::text, ${cacheKey}::text)
        ) < ${max}
        on conflict (project_id, rule, cache_key) do update set
          reason = excluded.reason, ignored_by = excluded.ignored_by,
          ignored_at = excluded.ignored_at
        returning *
      )
      select ${ignoredColumns} from i`,
    IgnoredRow,
  )

export const deleteIgnored = (session: Session, ref: string, id: string) =>
  session.run(sql`
    delete from platform.advisor_ignored
    where project_id = ${projectOf(ref)} and id = ${id}::uuid`)

export async function countOwnersOf(session: Session, ref: string): Promise<number> {
  const { count } = await session.one(
    sql`
      select count(*)::integer as count from platform.members as m
      join platform.projects as p on p.organization_id = m.organization_id
      where p.ref = ${ref} and m.role = 'owner'`,
    z.object({ count: z.int() }),
  )
  return count
}
