import { randomUUID } from 'node:crypto'
import type { Session as Connection } from '../../../postgres/database.ts'
import type { AuthContext } from '../context.ts'
import { findUser } from '../queries/users.ts'
import { toUserBody } from '../users/user-view.ts'
import { callHook, isHookEnabled } from './hooks.ts'

/** Lets the hook refuse an account before it is stored. */
export async function checkNewUser(
  context: AuthContext,
  tx: Connection,
  user: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (!isHookEnabled(context, 'before_user_created')) return
  await callHook(context, 'before_user_created', {
    payload: { metadata: metadataOf(context, 'before-user-created'), user },
    tx,
  })
}

/** Tells the hook about a new account after the response. A failure is logged: the account exists. */
export function announceNewUser(context: AuthContext, userId: string): void {
  if (!isHookEnabled(context, 'after_user_created')) return
  context.background.start(context.project, async () => {
    const user = await findUser(context.database, userId)
    if (!user) return
    await callHook(context, 'after_user_created', {
      payload: { metadata: metadataOf(context, 'after-user-created'), user: toUserBody(user) },
    })
  })
}

const metadataOf = (context: Pick<AuthContext, 'client' | 'now'>, name: string) => ({
  uuid: randomUUID(),
  time: context.now.toISOString(),
  name,
  ip_address: context.client.ip ?? '',
})
