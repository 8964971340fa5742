import type { AccountSession } from '@stoa/contract/platform/sessions'
import type { Member } from '../../project/member.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { personInSession } from '../person.ts'

const WORK = 'manage sessions'

export async function listSessions(
  { accounts }: Pick<Context, 'accounts'>,
  member: Member,
): Promise<AccountSession[]> {
  const { userId, sessionId } = personInSession(member, WORK)
  const sessions = await accounts.listSessions(userId)
  return sessions.map((each) => ({
    id: each.id,
    created_at: each.createdAt,
    last_used_at: each.lastUsedAt,
    ip: each.ip,
    device: each.device,
    has_second_factor: each.hasSecondFactor,
    is_current: each.id === sessionId,
  }))
}

/** Ends a session of the caller. When this resolves, requests with its tokens are refused. */
export async function endSession(
  { session, access, accounts }: Pick<Context, 'access' | 'accounts' | 'session'>,
  actor: Actor,
  id: string,
): Promise<Record<string, never>> {
  const { userId } = personInSession(actor.member, WORK)
  await accounts.endSession(userId, id)
  access.forget()
  await audit(session, actor, { action: 'session.end', target: id })
  return {}
}

/** Ends all sessions of the caller but the request's own. */
export async function endOtherSessions(
  { session, access, accounts }: Pick<Context, 'access' | 'accounts' | 'session'>,
  actor: Actor,
): Promise<Record<string, never>> {
  const { userId, sessionId } = personInSession(actor.member, WORK)
  await accounts.endOtherSessions(userId, sessionId)
  access.forget()
  await audit(session, actor, { action: 'session.end_others' })
  return {}
}
