import { z } from 'zod'
import { PlanId } from '@stoa/contract/platform/organizations'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'
import { Timestamp } from '../timestamp.ts'

export const ProjectRow = z.object({
  id: z.coerce.number(),
  ref: z.string(),
  name: z.string(),
  organization_id: z.coerce.number(),
  organization_slug: z.string(),
  region: z.string(),
  cloud_provider: z.string(),
  parent_project_ref: z.string().nullable(),
  preview_branch_refs: z.array(z.string()),
  inserted_at: Timestamp,
})
export type ProjectRow = z.infer<typeof ProjectRow>

const projects = sql`
  select
    p.id, p.ref, p.name, p.organization_id, o.slug as organization_slug, p.region,
    p.cloud_provider, p.parent_project_ref, p.inserted_at,
    array(
      select b.ref from platform.projects b
      where b.parent_project_ref = p.ref and b.deleted_at is null
      order by b.id
    ) as preview_branch_refs
  from platform.projects p
  join platform.organizations o on o.id = p.organization_id`

export const listProjectsOf = (session: Session, userId: string) =>
  session.many(
    sql`
      ${projects}
      join platform.members m on m.organization_id = o.id
      where p.deleted_at is null and m.user_id = ${userId}`,
    ProjectRow,
  )

export const listEveryProject = (session: Session) =>
  session.many(sql`${projects} where p.deleted_at is null`, ProjectRow)

export const findProjectRow = (session: Session, id: number) =>
  session.maybe(sql`${projects} where p.id = ${id} and p.deleted_at is null`, ProjectRow)

/** The organization of a project that is not deleted. */
export const findOrganizationOf = (session: Session, ref: string) =>
  session.maybe(
    sql`
      select o.slug, o.plan from platform.projects p
      join platform.organizations o on o.id = p.organization_id
      where p.ref = ${ref} and p.deleted_at is null`,
    z.object({ slug: z.string(), plan: PlanId }),
  )

export const insertProject = (
  session: Session,
  project: {
    ref: string
    organizationId: number
    name: string
    region: string
    at: Date
  },
) =>
  session.one(
    sql`
      insert into platform.projects
        (ref, organization_id, name, region, cloud_provider, inserted_at)
      values
        (${project.ref}, ${project.organizationId}, ${project.name}, ${project.region},
         'local', ${project.at})
      returning id`,
    z.object({ id: z.coerce.number() }),
  )

export const listRefsOfOrganization = async (session: Session, organizationId: number) => {
  const rows = await session.many(
    sql`
      select ref from platform.projects
      where organization_id = ${organizationId} and deleted_at is null`,
    z.object({ ref: z.string() }),
  )
  return rows.map(({ ref }) => ref)
}

export const setProjectName = (session: Session, id: number, name: string) =>
  session.run(sql`update platform.projects set name = ${name} where id = ${id}`)

/** Hides a project from everybody. Returns it if it existed. */
export const markDeleted = (session: Session, ref: string, at: Date) =>
  session.maybe(
    sql`
      update platform.projects p set deleted_at = ${at}
      from platform.organizations o
      where p.ref = ${ref} and p.deleted_at is null and o.id = p.organization_id
      returning p.name, p.organization_id, o.slug as organization_slug`,
    z.object({
      name: z.string(),
      organization_id: z.coerce.number(),
      organization_slug: z.string(),
    }),
  )

/** The projects of an organization that were deleted since a time. */
export const listDeletedOf = (session: Session, organizationId: number, since: Date) =>
  session.many(
    sql`
      select ref, name, deleted_at from platform.projects
      where organization_id = ${organizationId} and deleted_at >= ${since}`,
    z.object({ ref: z.string(), name: z.string(), deleted_at: Timestamp }),
  )

export const unmarkDeleted = (tx: Session, ref: string) =>
  tx.run(sql`update platform.projects set deleted_at = null where ref = ${ref}`)
