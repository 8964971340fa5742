import { Role } from '@stoa/contract/platform/permissions'
import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'

export const MemberRow = z.object({
  user_id: z.uuid(),
  primary_email: z.string(),
  display_name: z.string().nullable(),
  role: Role,
})
export type MemberRow = z.infer<typeof MemberRow>

const memberColumns = sql`m.user_id, p.primary_email, p.display_name, m.role`

export const listMemberRows = (session: Session, organizationId: number) =>
  session.many(
    sql`
      select ${memberColumns}
      from platform.members m join platform.profiles p using (user_id)
      where m.organization_id = ${organizationId}
      order by lower(p.primary_email), m.user_id`,
    MemberRow,
  )

export const findMember = (session: Session, organizationId: number, userId: string) =>
  session.maybe(
    sql`
      select ${memberColumns}
      from platform.members m join platform.profiles p using (user_id)
      where m.organization_id = ${organizationId} and m.user_id = ${userId}`,
    MemberRow,
  )

export const isMemberByEmail = async (
  session: Session,
  organizationId: number,
  email: string,
): Promise<boolean> =>
  (await session.run(sql`
    select from platform.members m join platform.profiles p using (user_id)
    where m.organization_id = ${organizationId} and lower(p.primary_email) = lower(${email})`)) > 0

export const setRole = (session: Session, organizationId: number, userId: string, role: Role) =>
  session.run(sql`
    update platform.members set role = ${role}
    where organization_id = ${organizationId} and user_id = ${userId}`)

export const deleteMember = (session: Session, organizationId: number, userId: string) =>
  session.run(sql`
    delete from platform.members
    where organization_id = ${organizationId} and user_id = ${userId}`)

/** Adds a member; an existing member keeps their role. */
export const joinOrganization = (
  session: Session,
  member: { organizationId: number; userId: string; role: Role },
) =>
  session.run(sql`
    insert into platform.members (organization_id, user_id, role)
    values (${member.organizationId}, ${member.userId}, ${member.role})
    on conflict do nothing`)

export const countOwners = async (session: Session, organizationId: number): Promise<number> => {
  const { count } = await session.one(
    sql`
      select count(*) as count from platform.members
      where organization_id = ${organizationId} and role = 'owner'`,
    z.object({ count: z.coerce.number() }),
  )
  return count
}
