import type { Clock } from '../../lib/clock.ts'
import type { ServiceSession } from '../../postgres/database.ts'
import { audit, systemActor } from '../audit.ts'
import { deleteTokensOf } from './queries.ts'

/**
 * The part of the platform's context that revokes tokens, declared here because the context imports
 * this folder.
 */
type TokenStore = {
  readonly session: ServiceSession
  readonly access: { forget(): void }
  readonly clock: Clock
}

/**
 * Revokes every token of an account that somebody else may have used. Once this resolves, requests
 * with them are refused.
 */
export async function revokeAllTokens(
  { session, access, clock }: TokenStore,
  userId: string,
): Promise<void> {
  await session.transaction(async (tx) => {
    const count = await deleteTokensOf(tx, userId)
    if (count === 0) return
    await audit(tx, systemActor(clock.now()), {
      action: 'access_token.revoke_all',
      target: userId,
      metadata: { count },
    })
  })
  access.forget()
}
