import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'

const FreeProject = z.object({
  id: z.coerce.number(),
  ref: z.string(),
  name: z.string(),
  organization_id: z.coerce.number(),
  organization_slug: z.string(),
  idle_warned_at: z.date().nullable(),
})
export type FreeProject = z.infer<typeof FreeProject>

/** The projects of organizations on the free plan. */
export const listFreeProjects = (session: Session) =>
  session.many(
    sql`
      select p.id, p.ref, p.name, p.organization_id, o.slug as organization_slug, p.idle_warned_at
      from platform.projects p
      join platform.organizations o on o.id = p.organization_id
      where o.plan = 'free' and p.deleted_at is null
      order by p.id`,
    FreeProject,
  )

/** Records a warning, unless another one was recorded since `before` was read. */
export const recordWarning = (
  session: Session,
  { id, idle_warned_at: before }: Pick<FreeProject, 'id' | 'idle_warned_at'>,
  at: Date,
) =>
  session.run(sql`
    update platform.projects set idle_warned_at = ${at}
    where id = ${id} and deleted_at is null and idle_warned_at is not distinct from ${before}`)

export async function listManagerEmails(
  session: Session,
  organizationId: number,
): Promise<string[]> {
  const rows = await session.many(
    sql`
      select r.primary_email as email from platform.members m
      join platform.profiles r on r.user_id = m.user_id
      where m.organization_id = ${organizationId} and m.role in ('owner', 'administrator')
      order by r.primary_email`,
    z.object({ email: z.string() }),
  )
  return rows.map(({ email }) => email)
}
