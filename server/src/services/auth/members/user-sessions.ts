import { UserSession } from '@stoa/contract/services/auth/members'
import { AppError } from '../../../lib/errors.ts'
import { sql } from '../../../postgres/sql.ts'
import { auditChange } from '../users/admin-users.ts'
import type { AuthContext } from '../context.ts'
import { userNotFound } from '../errors.ts'
import { deleteSession, deleteSessionsOf } from '../queries/sessions.ts'
import { findUser, lockUser } from '../queries/users.ts'

/** The maximum number of sessions in the list, which is more than a person reads. */
const MOST_SESSIONS = 200

/** The user's sessions that have not ended, the last used first; 404 `user_not_found`. */
export async function listSessions(
  context: Pick<AuthContext, 'database' | 'now'>,
  userId: string,
): Promise<UserSession[]> {
  if (!(await findUser(context.database, userId))) throw userNotFound()
  return context.database.many(
    sql`
      select id, to_json(created_at) #>> '{}' as created_at,
        to_json(coalesce(refreshed_at::timestamptz, created_at)) #>> '{}' as last_used_at,
        to_json(not_after) #>> '{}' as not_after, aal::text, host(ip) as ip,
        left(user_agent, 500) as user_agent
      from auth.sessions
      where user_id = ${userId} and (not_after is null or not_after > ${context.now})
      order by coalesce(refreshed_at::timestamptz, created_at) desc nulls last, id
      limit ${MOST_SESSIONS}`,
    UserSession,
  )
}

/** Signs the user out everywhere; 404 `user_not_found`. */
export async function endSessions(
  context: AuthContext,
  userId: string,
): Promise<Record<string, never>> {
  await context.database.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) throw userNotFound()
    await deleteSessionsOf(tx, userId)
    await auditChange(context, tx, 'user_modified', user, { sessions_ended: 'all' })
  })
  context.sessions.forget(context.project.ref)
  return {}
}

/** Ends one session; 404 `session_not_found` if the user has no such session. */
export async function endSession(
  context: AuthContext,
  { userId, id }: { readonly userId: string; readonly id: string },
): Promise<Record<string, never>> {
  await context.database.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) throw userNotFound()
    const [session] = await tx.many(
      sql`select id from auth.sessions where id = ${id} and user_id = ${userId}`,
      UserSession.pick({ id: true }),
    )
    if (!session)
      throw new AppError('session_not_found', 'This session has already ended.', {
        status: 404,
        hint: 'Reload the list of sessions.',
      })
    await deleteSession(tx, session.id)
    await auditChange(context, tx, 'user_modified', user, { sessions_ended: 'one' })
  })
  context.sessions.forget(context.project.ref)
  return {}
}
