import { Role } from '@stoa/contract/platform/permissions'
import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'

export const ProfileRow = z.object({
  user_id: z.uuid(),
  primary_email: z.string(),
  display_name: z.string().nullable(),
  is_operator: z.boolean(),
})
export type ProfileRow = z.infer<typeof ProfileRow>

const columns = sql`user_id, primary_email, display_name, is_operator`

export const findProfile = (session: Session, userId: string) =>
  session.maybe(sql`select ${columns} from platform.profiles where user_id = ${userId}`, ProfileRow)

/** Returns undefined if the account already has a profile. */
export const insertProfile = (session: Session, userId: string, email: string) =>
  session.maybe(
    sql`
      insert into platform.profiles (user_id, primary_email) values (${userId}, ${email})
      on conflict (user_id) do nothing
      returning ${columns}`,
    ProfileRow,
  )

export const setEmail = (session: Session, userId: string, email: string) =>
  session.run(sql`
    update platform.profiles set primary_email = ${email}
    where user_id = ${userId} and primary_email <> ${email}`)

export const setDisplayName = (session: Session, userId: string, name: string | null) =>
  session.maybe(
    sql`
      update platform.profiles set display_name = ${name} where user_id = ${userId}
      returning ${columns}`,
    ProfileRow,
  )

export const listMemberships = (session: Session, userId: string) =>
  session.many(
    sql`
      select o.slug, m.role
      from platform.members m
      join platform.organizations o on o.id = m.organization_id
      where m.user_id = ${userId}
      order by o.slug`,
    z.object({ slug: z.string(), role: Role }),
  )

export const listSlugs = (session: Session) =>
  session.many(
    sql`select slug from platform.organizations order by slug`,
    z.object({ slug: z.string() }),
  )
