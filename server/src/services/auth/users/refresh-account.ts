import type { Session as Connection } from '../../../postgres/database.ts'
import type { AuthContext } from '../context.ts'
import { userNotFound } from '../errors.ts'
import { lockUser, updateUser, type User } from '../queries/users.ts'
import { mergeMetadata } from './user-view.ts'

/** Copies the data of the identities into the account's metadata. */
export async function refreshAccount(
  context: Pick<AuthContext, 'now'>,
  tx: Connection,
  userId: string,
  data: Readonly<Record<string, unknown>>,
): Promise<User> {
  const user = await lockUser(tx, userId)
  if (!user) throw userNotFound()
  const providers = [...new Set(user.identities.map(({ provider }) => provider))]
  await updateUser(
    tx,
    userId,
    {
      raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, data),
      raw_app_meta_data: {
        ...user.raw_app_meta_data,
        ...(providers.length > 0 && { provider: providers[0], providers }),
      },
    },
    context.now,
  )
  return (await lockUser(tx, userId)) ?? user
}
