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
    /** The project that a branch is copied from. */
    parentRef?: string
    at: Date
  },
) =>
  session.one(
    sql`
      insert into platform.projects
        (ref, organization_id, name, region, cloud_provider, parent_project_ref, inserted_at)
      values
        (${project.ref}, ${project.organizationId}, ${project.name}, ${project.region},
         'local', ${project.parentRef ?? null}, ${project.at})
      returning id`,
    z.object({ id: z.coerce.number() }),
  )

/** The projects of an organization that are not branches. */
export const listRefsOfOrganization = async (session: Session, organizationId: number) => {
  const rows = await session.many(
    sql`
      select ref from platform.projects
      where organization_id = ${organizationId} and parent_project_ref is null
        and deleted_at is null`,
    z.object({ ref: z.string() }),
  )
  return rows.map(({ ref }) => ref)
}

export const setProjectName = (session: Session, id: number, name: string) =>
  session.run(sql`update platform.projects set name = ${name} where id = ${id}`)

/** Hides a project from everybody, and forgets it as a branch. Returns it if it existed. */
export const markDeleted = (session: Session, ref: string, at: Date) =>
  session.maybe(
    sql`
      with deleted as (
        update platform.projects p set deleted_at = ${at}
        from platform.organizations o
        where p.ref = ${ref} and p.deleted_at is null and o.id = p.organization_id
        returning p.id, p.name, p.organization_id, o.slug as organization_slug, p.parent_project_ref
      ), forgotten as (
        delete from platform.branches where project_id in (select id from deleted)
      )
      select * from deleted`,
    z.object({
      name: z.string(),
      parent_project_ref: z.string().nullable(),
      organization_id: z.coerce.number(),
      organization_slug: z.string(),
    }),
  )

const BelowRow = z.object({ ref: z.string(), name: z.string(), is_protected: z.boolean() })
export type BelowRow = z.infer<typeof BelowRow>

/** The branches below a project that are not deleted, at any depth, the deepest first. */
export const listBranchesBelow = (session: Session, ref: string) =>
  session.many(
    sql`
      with recursive below as (
        select p.id, p.ref, 1 as depth from platform.projects p
        where p.parent_project_ref = ${ref} and p.deleted_at is null
        union all
        select p.id, p.ref, below.depth + 1 from below
        join platform.projects p on p.parent_project_ref = below.ref and p.deleted_at is null
      )
      select below.ref, b.name, b.is_protected from below
      join platform.branches b on b.project_id = below.id
      order by below.depth desc, b.name`,
    BelowRow,
  )

/** The record of a project as a branch. */
export const findOwnBranch = (session: Session, ref: string) =>
  session.maybe(
    sql`
      select p.ref, b.name, b.is_protected from platform.branches b
      join platform.projects p on p.id = b.project_id
      where p.ref = ${ref} and p.deleted_at is null`,
    BelowRow,
  )
