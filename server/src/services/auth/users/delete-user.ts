import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Session as Connection } from '../../../postgres/database.ts'
import { auditChange } from './admin-users.ts'
import { flag } from '../body.ts'
import type { AuthContext } from '../context.ts'
import { authError, sqlState, userNotFound } from '../errors.ts'
import { deleteFactorsOf } from '../queries/factors.ts'
import { deleteOneTimeTokens } from '../queries/one-time-tokens.ts'
import { deleteSessionsOf } from '../queries/sessions.ts'
import { deleteIdentities, deleteUser, lockUser, updateUser, type User } from '../queries/users.ts'

export const DeleteUserBody = z.object({ should_soft_delete: flag })

/**
 * Deletes the account and its sessions. A soft delete keeps the row, so that references to it stay
 * valid, and removes the personal data. A full delete that foreign keys forbid returns 409
 * `conflict` and suggests the soft delete.
 */
export async function deleteAccount(
  context: AuthContext,
  id: string,
  body: z.infer<typeof DeleteUserBody>,
): Promise<Record<string, never>> {
  await context.database.transaction(async (tx) => {
    const user = await lockUser(tx, id)
    if (!user) throw userNotFound()
    await auditChange(context, tx, 'user_deleted', user)
    if (body.should_soft_delete) await forgetPerson(context, tx, user)
    else await removeRow(tx, id)
  })
  context.sessions.forget(context.project.ref)
  return {}
}

async function removeRow(tx: Connection, id: string) {
  try {
    await deleteUser(tx, id)
  } catch (cause) {
    if (sqlState(cause) !== '23503') throw cause
    throw authError(
      409,
      'conflict',
      'Other rows reference this user and prevent its deletion. Delete them first, or use a soft delete.',
      { cause },
    )
  }
}

async function forgetPerson(context: Pick<AuthContext, 'now'>, tx: Connection, user: User) {
  if (user.deleted_at !== null) return
  const veil = (value: string) =>
    createHash('sha256').update(`${user.id}${value}`).digest('base64url')
  await updateUser(
    tx,
    user.id,
    {
      ...(user.email && { email: veil(user.email) }),
      ...(user.phone && { phone: veil(user.phone) }),
      encrypted_password: '',
      email_change: '',
      phone_change: '',
      raw_app_meta_data: {},
      raw_user_meta_data: {},
      deleted_at: context.now,
    },
    context.now,
  )
  await deleteIdentities(tx, user.id)
  await deleteOneTimeTokens(tx, user.id)
  await deleteFactorsOf(tx, user.id)
  await deleteSessionsOf(tx, user.id)
}
