import { Role } from '@stoa/contract/platform/permissions'
import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'

const Membership = z.object({
  slug: z.string(),
  name: z.string(),
  role: Role,
  /** No other member is an owner. */
  is_last_owner: z.boolean(),
})

/** Locks the organizations of a person, in the order of their ids, and reads their place in them. */
export async function lockMemberships(tx: Session, userId: string) {
  await tx.run(sql`
    select o.id from platform.organizations o
    join platform.members m on m.organization_id = o.id and m.user_id = ${userId}
    order by o.id for update of o`)
  return tx.many(
    sql`
      select o.slug, o.name, m.role, m.role = 'owner' and not exists (
        select from platform.members other
        where other.organization_id = o.id and other.role = 'owner'
          and other.user_id <> ${userId}) as is_last_owner
      from platform.members m
      join platform.organizations o on o.id = m.organization_id
      where m.user_id = ${userId}
      order by o.id`,
    Membership,
  )
}

/** Locks the profiles of all operators. */
export const lockOperators = (tx: Session) =>
  tx.many(
    sql`select user_id from platform.profiles where is_operator order by user_id for update`,
    z.object({ user_id: z.string() }),
  )

/** The owner that has been a member of a project's organization for longest, but for one person. */
const heir = (userId: string) => sql`
  (select m.user_id from platform.projects p
   join platform.members m on m.organization_id = p.organization_id
   where p.id = project_id and m.role = 'owner' and m.user_id <> ${userId}
   order by m.joined_at, m.user_id limit 1)`

/** Gives what a person has shared to an owner of each organization. */
export async function passOnShared(tx: Session, userId: string): Promise<void> {
  await tx.run(sql`
    update platform.snippets set owner_id = ${heir(userId)}
    where owner_id = ${userId} and visibility = 'shared' and ${heir(userId)} is not null`)
  await tx.run(sql`
    update platform.table_views set owner_id = ${heir(userId)}
    where owner_id = ${userId} and is_shared and ${heir(userId)} is not null`)
}

/** Deletes the profile and what belongs to it, and notes that the account is to be deleted. */
export async function deleteProfile(tx: Session, userId: string): Promise<void> {
  await tx.run(sql`insert into platform.deleted_accounts (user_id) values (${userId})`)
  await tx.run(sql`delete from platform.profiles where user_id = ${userId}`)
}

export const listDeletedAccounts = (session: Session) =>
  session.many(
    sql`select user_id from platform.deleted_accounts order by user_id`,
    z.object({ user_id: z.string() }),
  )

export const isDeletedAccount = async (session: Session, userId: string): Promise<boolean> =>
  (await session.maybe(
    sql`select 1 as found from platform.deleted_accounts where user_id = ${userId}`,
    z.object({ found: z.int() }),
  )) !== undefined

export const forgetDeletedAccount = (session: Session, userId: string) =>
  session.run(sql`delete from platform.deleted_accounts where user_id = ${userId}`)
