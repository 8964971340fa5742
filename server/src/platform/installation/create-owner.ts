import type { Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { makeOwner } from './make-owner.ts'
import { lockSettings } from './queries.ts'

/** Creates another operator account, or the first one from the command line. */
export async function createOwner(
  context: Pick<Context, 'access' | 'accounts' | 'mutex' | 'session'>,
  actor: Actor,
  credentials: { email: string; password: string },
): Promise<{ user_id: string; email: string }> {
  const { session, access, accounts, mutex } = context
  const userId = await mutex.runExclusive('owner', () =>
    session.transaction(async (tx) => {
      await lockSettings(tx)
      return makeOwner(tx, actor, { accounts, credentials })
    }),
  )
  access.forget()
  return { user_id: userId, email: credentials.email }
}
