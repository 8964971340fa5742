import { PlanId } from '@stoa/contract/platform/organizations'
import { Role } from '@stoa/contract/platform/permissions'
import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'

export const OrganizationRow = z.object({
  id: z.coerce.number(),
  slug: z.string(),
  name: z.string(),
  plan: PlanId,
  billing_email: z.string().nullable(),
  billing_partner: z.string().nullable(),
  requires_mfa: z.boolean(),
  has_spend_cap: z.boolean(),
  restriction_status: z.enum(['grace_period', 'grace_period_over', 'restricted']).nullable(),
  grace_period_end: z.date().nullable(),
  project_count: z.coerce.number(),
})
export type OrganizationRow = z.infer<typeof OrganizationRow>

const columns = sql`
  o.id, o.slug, o.name, o.plan, o.billing_email, o.billing_partner, o.requires_mfa,
  o.has_spend_cap, o.restriction_status, o.grace_period_end,
  (select count(*) from platform.projects p
   where p.organization_id = o.id and p.parent_project_ref is null
     and p.deleted_at is null) as project_count`

export const listOfPerson = (session: Session, userId: string) =>
  session.many(
    sql`
      select ${columns}, m.role
      from platform.organizations o
      join platform.members m on m.organization_id = o.id
      where m.user_id = ${userId}`,
    OrganizationRow.extend({ role: Role }),
  )

export const listAll = (session: Session) =>
  session.many(sql`select ${columns} from platform.organizations o`, OrganizationRow)

export const findOrganization = (session: Session, id: number) =>
  session.maybe(
    sql`select ${columns} from platform.organizations o where o.id = ${id}`,
    OrganizationRow,
  )

export const findOrganizationId = (session: Session, slug: string) =>
  session.maybe(
    sql`select id from platform.organizations where slug = ${slug}`,
    z.object({ id: z.coerce.number() }),
  )

export const insertOrganization = (
  session: Session,
  organization: {
    slug: string
    name: string
    plan: PlanId
    billingEmail: string | null
    billingPartner?: string | undefined
  },
) =>
  session.one(
    sql`
      insert into platform.organizations (slug, name, plan, billing_email, billing_partner)
      values (${organization.slug}, ${organization.name}, ${organization.plan},
              ${organization.billingEmail}, ${organization.billingPartner ?? null})
      returning id`,
    z.object({ id: z.coerce.number() }),
  )

export const insertMember = (session: Session, id: number, userId: string, role: Role) =>
  session.run(sql`
    insert into platform.members (organization_id, user_id, role)
    values (${id}, ${userId}, ${role})`)

export const isMemberSomewhere = async (session: Session, userId: string): Promise<boolean> =>
  (await session.run(sql`select from platform.members where user_id = ${userId} limit 1`)) > 0

export const setName = (session: Session, id: number, name: string) =>
  session.run(sql`update platform.organizations set name = ${name} where id = ${id}`)

export const setRequiresMfa = (session: Session, id: number, isRequired: boolean) =>
  session.run(sql`update platform.organizations set requires_mfa = ${isRequired} where id = ${id}`)

/** Locks the organization's row until the transaction ends; returns whether it exists. */
export const lockOrganization = async (session: Session, id: number): Promise<boolean> =>
  (await session.run(sql`select id from platform.organizations where id = ${id} for update`)) === 1

export const countProjects = async (session: Session, id: number): Promise<number> => {
  const { count } = await session.one(
    sql`
      select count(*) as count from platform.projects
      where organization_id = ${id} and deleted_at is null`,
    z.object({ count: z.coerce.number() }),
  )
  return count
}

export const removeOrganization = (session: Session, id: number) =>
  session.run(sql`delete from platform.organizations where id = ${id}`)

/** The accounts of operators, the first one first. */
export const listOperators = (session: Session) =>
  session.many(
    sql`
      select user_id, primary_email from platform.profiles
      where is_operator
      order by created_at, user_id`,
    z.object({ user_id: z.uuid(), primary_email: z.string() }),
  )

/** The first operator's account. */
export const findFirstOperator = async (session: Session) => (await listOperators(session))[0]

/** Makes a person the owner of every organization without members. */
export const adoptOrganizations = (session: Session, userId: string) =>
  session.run(sql`
    insert into platform.members (organization_id, user_id, role)
    select o.id, ${userId}, 'owner' from platform.organizations o
    where not exists (select from platform.members m where m.organization_id = o.id)`)
