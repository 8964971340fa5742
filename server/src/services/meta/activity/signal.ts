import type { Session } from '../../../postgres/database.ts'
import { AppError } from '../../../lib/errors.ts'
import { cancelBackend, findSession, terminateBackend, type SessionId } from './queries/sessions.ts'

/** Cancels what a session runs, and returns the session's role for the audit log. */
export async function cancelSession(tx: Session, id: SessionId): Promise<string> {
  const role = await requireSession(tx, id, { isPlatformAllowed: true })
  await cancelBackend(tx, id.pid)
  return role
}

/** Ends a session, and returns its role for the audit log. */
export async function terminateSession(tx: Session, id: SessionId): Promise<string> {
  const role = await requireSession(tx, id, { isPlatformAllowed: false })
  await terminateBackend(tx, id.pid)
  return role
}

async function requireSession(
  tx: Session,
  id: SessionId,
  { isPlatformAllowed }: { readonly isPlatformAllowed: boolean },
): Promise<string> {
  const session = await findSession(tx, id, isPlatformAllowed)
  if (!session)
    throw new AppError('database_session_not_found', 'This session has already ended.', {
      status: 404,
      hint: 'Reload the list of sessions.',
    })
  if (!session.is_allowed)
    throw new AppError('session_protected', 'This session belongs to the platform.', {
      status: 403,
      hint: isPlatformAllowed
        ? 'Statements of superusers and server processes can’t be canceled.'
        : 'Cancel its statement instead, if it runs one.',
    })
  return session.role ?? ''
}
