import type { ManagedSnippet } from '@stoa/contract/platform/management'
import type { Member } from '../../project/member.ts'
import { AppError } from '../../lib/errors.ts'
import { invalidRequest } from '../../lib/refusals.ts'
import type { Context } from '../context.ts'
import { personOf } from '../person.ts'
import { listProjects } from '../projects/port.ts'
import { snippetNotFound } from './errors.ts'
import { findManagedRow, listManagedRows, type ManagedRow } from './managed-queries.ts'

type Listing = {
  readonly project_ref?: string | undefined
  readonly cursor?: string | undefined
  readonly limit: number
  readonly sort_by: 'name' | 'inserted_at'
  readonly sort_order: 'asc' | 'desc'
}

/** The caller's own and the shared queries of their projects, as the Management API lists them. */
export async function listManagedSnippets(
  context: Context,
  member: Member,
  listing: Listing,
): Promise<{ data: ManagedSnippet[]; cursor?: string }> {
  const { userId } = personOf(member)
  const offset = offsetOf(listing.cursor)
  const rows = await listManagedRows(context.session, userId, {
    refs: await refsInReach(context, member, listing.project_ref),
    sortBy: listing.sort_by,
    order: listing.sort_order,
    offset,
    limit: listing.limit + 1,
  })
  const data = rows.slice(0, listing.limit).map(toManaged)
  return rows.length > listing.limit ? { data, cursor: String(offset + listing.limit) } : { data }
}

export async function readManagedSnippet(
  context: Context,
  member: Member,
  id: string,
): Promise<ManagedSnippet & { content: { schema_version: string; sql: string } }> {
  const { userId } = personOf(member)
  const refs = await refsInReach(context, member, undefined)
  const row = await findManagedRow(context.session, userId, { id, refs })
  if (!row) throw snippetNotFound()
  return { ...toManaged(row), content: { schema_version: '1.0', sql: row.sql } }
}

/** The projects whose queries the caller can read. */
async function refsInReach(
  context: Context,
  member: Member,
  ref: string | undefined,
): Promise<readonly string[]> {
  if (ref !== undefined) return [(await context.access.requireOn(member, ref, 'content:read')).ref]
  const projects = await listProjects(context, member)
  // An organization can require a second factor for more than its name.
  const refs = projects.map((project) =>
    context.access.requireOn(member, project.ref, 'content:read').then(
      (scope) => [scope.ref],
      (error: unknown) => {
        if (error instanceof AppError) return []
        throw error
      },
    ),
  )
  return (await Promise.all(refs)).flat()
}

function offsetOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor)
  throw invalidRequest('The cursor is not valid.', 'Use the cursor of the previous page.')
}

const toManaged = (row: ManagedRow): ManagedSnippet => ({
  id: row.id,
  inserted_at: row.inserted_at,
  updated_at: row.updated_at,
  type: 'sql',
  visibility: row.visibility === 'shared' ? 'project' : 'user',
  name: row.name,
  description: null,
  project: { id: row.project_id, name: row.project_name },
  owner: { id: row.owner_number, username: row.owner_name },
  updated_by: { id: row.editor_number, username: row.editor_name },
  favorite: row.is_favorite,
})
