import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'

const Status = z.enum(['grace_period', 'grace_period_over', 'restricted'])

export const lockRestriction = (session: Session, slug: string) =>
  session.maybe(
    sql`
      select id, slug, restriction_status, grace_period_end from platform.organizations
      where slug = ${slug} for update`,
    z.object({
      id: z.coerce.number(),
      slug: z.string(),
      restriction_status: Status.nullable(),
      grace_period_end: z.date().nullable(),
    }),
  )

export const saveRestriction = (
  session: Session,
  id: number,
  {
    status,
    gracePeriodEnd,
  }: { status: z.infer<typeof Status> | null; gracePeriodEnd: Date | null },
) =>
  session.run(sql`
    update platform.organizations
    set restriction_status = ${status}, grace_period_end = ${gracePeriodEnd}
    where id = ${id}`)

export const listElapsedGracePeriods = (session: Session, at: Date) =>
  session.many(
    sql`
      select slug from platform.organizations
      where restriction_status = 'grace_period' and grace_period_end <= ${at}`,
    z.object({ slug: z.string() }),
  )

/** The projects that must not serve. */
export const listRestrictedRefs = (session: Session) =>
  session.many(
    sql`
      select p.ref from platform.projects p
      join platform.organizations o on o.id = p.organization_id
      where o.restriction_status = 'restricted' and p.deleted_at is null`,
    z.object({ ref: z.string() }),
  )
