import { z } from 'zod'
import { audit } from '../audit.ts'
import type { SignedIn } from './bearer.ts'
import type { AuthContext } from '../context.ts'
import { deleteOtherSessions, deleteSession, deleteSessionsOf } from '../queries/sessions.ts'

export const SignOutQuery = z.object({
  scope: z
    .enum(['', 'global', 'local', 'others'])
    .optional()
    .transform((scope) => scope || 'global'),
})

/** Ends the request's session, all others, or (the default) every session of the account. */
export async function signOut(
  context: AuthContext,
  { user, sessionId }: SignedIn,
  { scope }: z.infer<typeof SignOutQuery>,
): Promise<void> {
  await context.database.transaction(async (tx) => {
    await audit(context, tx, { action: 'logout', actor: user })
    if (sessionId === null || scope === 'global') return deleteSessionsOf(tx, user.id)
    if (scope === 'local') return deleteSession(tx, sessionId)
    return deleteOtherSessions(tx, user.id, sessionId)
  })
  context.sessions.forget(context.project.ref)
}
