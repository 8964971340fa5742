import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'
import { Timestamp } from '../timestamp.ts'

const BranchRow = z.object({
  id: z.coerce.number(),
  ref: z.string(),
  parent_ref: z.string(),
  inserted_at: Timestamp,
})
export type BranchRow = z.infer<typeof BranchRow>

/** A project that is a branch, with its parent; neither is deleted. */
export const findBranch = (session: Session, ref: string) =>
  session.maybe(
    sql`
      select b.id, b.ref, p.ref as parent_ref, b.inserted_at
      from platform.projects b join platform.projects p on p.ref = b.parent_project_ref
      where b.ref = ${ref} and b.deleted_at is null and p.deleted_at is null`,
    BranchRow,
  )

const SnapshotRow = z.object({
  taken_at: Timestamp,
  is_exact: z.boolean(),
  content: z.instanceof(Buffer),
})

/** The stored base of a branch and its current parent. */
export const findSnapshot = (session: Session, { id, parent_ref: parentRef }: BranchRow) =>
  session.maybe(
    sql`
      select taken_at, is_exact, content from platform.branch_snapshots
      where project_id = ${id} and parent_ref = ${parentRef}`,
    SnapshotRow,
  )

/** Whether a base is stored that was taken since a moment. */
export const hasSnapshot = (
  session: Session,
  { id, parent_ref: parentRef }: BranchRow,
  since: Date,
) =>
  session.one(
    sql`
      select exists (
        select from platform.branch_snapshots
        where project_id = ${id} and parent_ref = ${parentRef} and taken_at >= ${since}
      ) as exists`,
    z.object({ exists: z.boolean() }),
  )

export const upsertSnapshot = (
  session: Session,
  { id, parent_ref: parentRef }: BranchRow,
  {
    at,
    isExact,
    content,
  }: { readonly at: Date; readonly isExact: boolean; readonly content: Buffer },
) =>
  session.run(sql`
    insert into platform.branch_snapshots (project_id, parent_ref, taken_at, is_exact, content)
    values (${id}, ${parentRef}, ${at}, ${isExact}, ${content})
    on conflict (project_id) do update set
      parent_ref = excluded.parent_ref, taken_at = excluded.taken_at,
      is_exact = excluded.is_exact, content = excluded.content`)
