import { AnonymizeRule } from '@stoa/contract/platform/anonymization'
import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'
import { Timestamp } from '../timestamp.ts'

const RulesRow = z.object({
  rules: z.array(AnonymizeRule),
  updated_at: Timestamp,
  updated_by: z.string().nullable(),
})

export const findRules = (session: Session, projectId: number) =>
  session.maybe(
    sql`
      select r.rules, r.updated_at, coalesce(a.display_name, a.primary_email) as updated_by
      from platform.anonymization r
      left join platform.profiles a on a.user_id = r.updated_by
      where r.project_id = ${projectId}`,
    RulesRow,
  )

/** The id of the project at the top, whose rules apply to it and all of its branches. */
export const findRoot = (session: Session, projectId: number) =>
  session.maybe(
    sql`select root_id from platform.branches where project_id = ${projectId}`,
    z.object({ root_id: z.coerce.number() }),
  )

export const saveRules = (
  session: Session,
  projectId: number,
  {
    rules,
    by,
    at,
  }: { readonly rules: readonly AnonymizeRule[]; readonly by: string | null; readonly at: Date },
) =>
  session.run(sql`
    insert into platform.anonymization (project_id, rules, updated_by, updated_at)
    values (${projectId}, ${JSON.stringify(rules)}::jsonb, ${by}::uuid, ${at})
    on conflict (project_id) do update set
      rules = excluded.rules, updated_by = excluded.updated_by, updated_at = excluded.updated_at`)
