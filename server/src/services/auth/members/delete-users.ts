import { AppError } from '../../../lib/errors.ts'
import type { AuthContext } from '../context.ts'
import { deleteAccount } from '../users/delete-user.ts'

type Failure = { readonly id: string; readonly code: string; readonly message: string }

/** Deletes users one after the other. A user who cannot be deleted does not stop the rest. */
export async function deleteAccounts(
  context: AuthContext,
  ids: readonly string[],
): Promise<{ deleted: number; failed: Failure[] }> {
  const failed: Failure[] = []
  const unique = [...new Set(ids)]
  for (const id of unique) {
    const failure = await deleteOne(context, id)
    if (failure) failed.push(failure)
  }
  return { deleted: unique.length - failed.length, failed }
}

async function deleteOne(context: AuthContext, id: string): Promise<Failure | undefined> {
  try {
    await deleteAccount(context, id, { should_soft_delete: false })
    return undefined
  } catch (error) {
    // Only an error of this user is returned. Others, such as a stopped database, affect all users.
    if (!(error instanceof AppError) || error.status >= 500) throw error
    return { id, code: error.code, message: error.message }
  }
}
