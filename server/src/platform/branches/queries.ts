import { BranchContent } from '@stoa/contract/platform/branches'
import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'
import { Timestamp } from '../timestamp.ts'

/** A branch, or the project at the top of its branches, which has no record as a branch. */
export const BranchRow = z.object({
  id: z.uuid(),
  project_id: z.coerce.number(),
  project_ref: z.string(),
  parent_project_ref: z.string().nullable(),
  organization_slug: z.string(),
  organization_id: z.coerce.number(),
  root_id: z.coerce.number(),
  region: z.string(),
  /** Null for the project at the top. */
  name: z.string().nullable(),
  git_branch: z.string().nullable(),
  content: BranchContent.nullable(),
  copied_from: Timestamp.nullable(),
  is_persistent: z.boolean().nullable(),
  is_protected: z.boolean().nullable(),
  expires_at: Timestamp.nullable(),
  deletion_scheduled_at: Timestamp.nullable(),
  created_by: z.string().nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type BranchRow = z.infer<typeof BranchRow>

const branches = sql`
  select
    p.branch_id as id, p.id as project_id, p.ref as project_ref, p.parent_project_ref,
    o.id as organization_id, o.slug as organization_slug, coalesce(b.root_id, p.id) as root_id,
    p.region, b.name, b.git_branch, b.content, b.copied_from, b.is_persistent, b.is_protected, b.expires_at,
    b.deletion_scheduled_at, coalesce(a.display_name, a.primary_email) as created_by,
    p.inserted_at as created_at, coalesce(b.updated_at, p.inserted_at) as updated_at
  from platform.projects p
  join platform.organizations o on o.id = p.organization_id
  left join platform.branches b on b.project_id = p.id
  left join platform.profiles a on a.user_id = b.created_by`

/** The project at the top first, then persistent branches, then previews, each from old to new. */
export const listBranchRows = (session: Session, rootId: number) =>
  session.many(
    sql`
      ${branches}
      where (p.id = ${rootId} or b.root_id = ${rootId}) and p.deleted_at is null
      order by b.name is not null, not b.is_persistent, p.id`,
    BranchRow,
  )

export const findBranchRow = (session: Session, ref: string) =>
  session.maybe(sql`${branches} where p.ref = ${ref} and p.deleted_at is null`, BranchRow)

/** The ref of the project with this id as a branch. */
export const findRefOfBranch = (session: Session, id: string) =>
  session.maybe(
    sql`select ref from platform.projects where branch_id = ${id} and deleted_at is null`,
    z.object({ ref: z.string() }),
  )

/** Waits for other changes of the project's branches. Returns 0 if the project is deleted. */
export const lockProject = (session: Session, id: number) =>
  session.run(sql`
    select id from platform.projects where id = ${id} and deleted_at is null for no key update`)

export const countBranches = (session: Session, rootId: number) =>
  session.one(
    sql`select count(*)::int as count from platform.branches where root_id = ${rootId}`,
    z.object({ count: z.int() }),
  )

/** The branch of a project with this name, if it has one. */
export const findBranchNamed = (session: Session, rootId: number, name: string) =>
  session.maybe(
    sql`select project_id from platform.branches where root_id = ${rootId} and name = ${name}`,
    z.object({ project_id: z.coerce.number() }),
  )

export type BranchRecord = {
  readonly projectId: number
  readonly rootId: number
  readonly name: string
  readonly gitBranch: string | null
  readonly content: BranchContent
  readonly copiedFrom: Date | null
  readonly isPersistent: boolean
  readonly expiresAt: Date | null
  readonly createdBy: string | null
  readonly at: Date
}

export const insertBranch = (session: Session, branch: BranchRecord) =>
  session.run(sql`
    insert into platform.branches
      (project_id, root_id, name, git_branch, content, copied_from, is_persistent, expires_at, created_by,
       updated_at)
    values
      (${branch.projectId}, ${branch.rootId}, ${branch.name}, ${branch.gitBranch},
       ${branch.content}, ${branch.copiedFrom}, ${branch.isPersistent}, ${branch.expiresAt}, ${branch.createdBy},
       ${branch.at})`)

/** The properties of a branch that members change. */
export type BranchSettings = {
  readonly name: string
  readonly gitBranch: string | null
  readonly isPersistent: boolean
  readonly isProtected: boolean
  readonly expiresAt: Date | null
}

/** A branch is also a project, which has the same name. */
export const saveBranch = (
  session: Session,
  projectId: number,
  { at, ...branch }: BranchSettings & { readonly at: Date },
) =>
  session.run(sql`
    with named as (
      update platform.projects set name = ${branch.name} where id = ${projectId}
    )
    update platform.branches set
      name = ${branch.name}, git_branch = ${branch.gitBranch},
      is_persistent = ${branch.isPersistent}, is_protected = ${branch.isProtected},
      expires_at = ${branch.expiresAt}, updated_at = ${at}
    where project_id = ${projectId}`)

export const scheduleDeletion = (
  session: Session,
  projectId: number,
  { deleteAt, at }: { readonly deleteAt: Date | null; readonly at: Date },
) =>
  session.run(sql`
    update platform.branches set deletion_scheduled_at = ${deleteAt}, updated_at = ${at}
    where project_id = ${projectId}`)

/** The next copy shows the present of the parent. */
export const recordReset = (session: Session, projectId: number, at: Date) =>
  session.run(sql`
    update platform.branches set copied_from = null, updated_at = ${at}
    where project_id = ${projectId}`)

/**
 * Branches that nobody keeps: those of a deleted project, and those whose time is over. A protected
 * branch stays, and so does one with branches, until they are deleted.
 */
export const listDueBranches = (session: Session, at: Date) =>
  session.many(
    sql`
      select p.ref, parent.deleted_at is not null as is_orphan
      from platform.branches b
      join platform.projects p on p.id = b.project_id
      join platform.projects parent on parent.ref = p.parent_project_ref
      where p.deleted_at is null and not b.is_protected and (
        parent.deleted_at is not null
        or (
          least(b.expires_at, b.deletion_scheduled_at) <= ${at}
          and not exists (
            select from platform.projects child
            where child.parent_project_ref = p.ref and child.deleted_at is null
          )
        )
      )
      order by p.id desc`,
    z.object({ ref: z.string(), is_orphan: z.boolean() }),
  )
