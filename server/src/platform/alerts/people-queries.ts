import type { Role } from '@stoa/contract/platform/permissions'
import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'

export async function listEmails(
  session: Session,
  ref: string,
  roles: readonly Role[],
): Promise<string[]> {
  const rows = await session.many(
    sql`
      select r.primary_email as email from platform.members m
      join platform.projects p on p.organization_id = m.organization_id
      join platform.profiles r on r.user_id = m.user_id
      where p.ref = ${ref} and p.deleted_at is null and m.role = any(${[...roles]}::text[])
      order by r.primary_email`,
    z.object({ email: z.string() }),
  )
  return rows.map(({ email }) => email)
}

export const findRoleOf = (session: Session, ref: string, userId: string) =>
  session.maybe(
    sql`
      select m.role from platform.members m
      join platform.projects p on p.organization_id = m.organization_id
      where p.ref = ${ref} and p.deleted_at is null and m.user_id = ${userId}::uuid`,
    z.object({ role: z.enum(['owner', 'administrator', 'developer', 'read_only']) }),
  )

export const findProject = (session: Session, ref: string) =>
  session.maybe(
    sql`
      select name, organization_id from platform.projects
      where ref = ${ref} and deleted_at is null`,
    z.object({ name: z.string(), organization_id: z.coerce.number() }),
  )
