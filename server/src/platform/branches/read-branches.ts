import type { Branch } from '@stoa/contract/platform/branches'
import { AppError } from '../../lib/errors.ts'
import type { Permission } from '@stoa/contract/platform/permissions'
import type { Member } from '../../project/member.ts'
import type { ProjectScope } from '../access/port.ts'
import type { Context } from '../context.ts'
import { branchNotFound } from './errors.ts'
import { toBranch } from './present.ts'
import { findBranchRow, findRefOfBranch, listBranchRows, type BranchRow } from './queries.ts'

type Reader = Pick<Context, 'fleet' | 'session'>

/** The branches of the project that a ref belongs to, the project itself first. */
export async function listBranches(
  { session, fleet }: Reader,
  { ref }: Pick<ProjectScope, 'ref'>,
): Promise<Branch[]> {
  const { root_id } = await requireRow(session, ref)
  const rows = await listBranchRows(session, root_id)
  const instances = await fleet.list(rows.map(({ project_ref }) => project_ref))
  const byRef = new Map(instances.map((instance) => [instance.ref, instance]))
  return rows.map((row) => toBranch(row, byRef.get(row.project_ref)))
}

/** A branch, or the project itself as the default branch. */
export async function readBranch({ session, fleet }: Reader, ref: string): Promise<Branch> {
  return toBranch(await requireRow(session, ref), await fleet.get(ref))
}

/** The branch of a project with this name; 404 `branch_not_found`. */
export async function readBranchNamed(
  reader: Reader,
  scope: Pick<ProjectScope, 'ref'>,
  name: string,
): Promise<Branch> {
  const branch = (await listBranches(reader, scope)).find((each) => each.name === name)
  if (!branch) throw branchNotFound()
  return branch
}

/** The row of a project as a branch; 404 `branch_not_found` if it is deleted. */
export async function requireRow(session: Context['session'], ref: string): Promise<BranchRow> {
  const row = await findBranchRow(session, ref)
  if (!row) throw branchNotFound()
  return row
}

/**
 * The project of a branch that is named by its id or ref, if the member has the permission. A branch of
 * somebody else and one that does not exist get the same 404 `branch_not_found`.
 */
export async function requireBranch(
  { access, session }: Pick<Context, 'access' | 'session'>,
  member: Member,
  { idOrRef, permission }: { readonly idOrRef: string; readonly permission: Permission },
): Promise<ProjectScope> {
  const ref = UUID.test(idOrRef) ? (await findRefOfBranch(session, idOrRef))?.ref : idOrRef
  if (ref === undefined) throw branchNotFound()
  try {
    return await access.requireOn(member, ref, permission)
  } catch (error) {
    if (error instanceof AppError && error.code === 'project_not_found') throw branchNotFound()
    throw error
  }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
