import { z } from 'zod'
import { audit } from '../audit.ts'
import type { SignedIn } from './bearer.ts'
import type { AuthContext } from '../context.ts'
import {
  deleteAppSessions,
  deleteOtherSessions,
  deleteSession,
  deleteSessionsOf,
} from '../queries/sessions.ts'

export const SignOutQuery = z.object({
  scope: z
    .enum(['', 'global', 'local', 'others'])
    .optional()
    .transform((scope) => scope || 'global'),
})

/**
 * Ends the request's session, all others, or (the default) every session of the account. An app
 * ends only sessions that were granted to it.
 */
export async function signOut(
  context: AuthContext,
  { user, sessionId, app }: SignedIn,
  { scope }: z.infer<typeof SignOutQuery>,
): Promise<void> {
  await context.database.transaction(async (tx) => {
    await audit(context, tx, { action: 'logout', actor: user })
    if (sessionId !== null && scope === 'local') return deleteSession(tx, sessionId)
    const keep = scope === 'others' ? sessionId : null
    if (app) return deleteAppSessions(tx, { userId: user.id, clientId: app.clientId, keep })
    if (keep === null) return deleteSessionsOf(tx, user.id)
    return deleteOtherSessions(tx, user.id, keep)
  })
  context.sessions.forget(context.project.ref)
}
