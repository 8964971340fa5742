import { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import { AppError } from '../../../lib/errors.ts'
import { sql } from '../../../postgres/sql.ts'
import { CAN_SIGNAL, IS_PLATFORM } from './sessions.ts'

export type SessionId = { readonly pid: number; readonly backend_start: string }

const Found = z.object({ role: z.string().nullable(), is_allowed: z.boolean() })

/** Cancels what a session runs, and returns the session's role for the audit log. */
export async function cancelSession(tx: Session, id: SessionId): Promise<string> {
  const role = await findSession(tx, id, { isPlatformAllowed: true })
  await tx.run(sql`select pg_catalog.pg_cancel_backend(${id.pid}::int)`)
  return role
}

/** Ends a session, and returns its role for the audit log. */
export async function terminateSession(tx: Session, id: SessionId): Promise<string> {
  const role = await findSession(tx, id, { isPlatformAllowed: false })
  await tx.run(sql`select pg_catalog.pg_terminate_backend(${id.pid}::int)`)
  return role
}

async function findSession(
  tx: Session,
  { pid, backend_start }: SessionId,
  { isPlatformAllowed }: { readonly isPlatformAllowed: boolean },
): Promise<string> {
  const found = await tx.maybe(
    sql`
      select
        r.rolname::text as role,
        ${CAN_SIGNAL} and (${isPlatformAllowed} or not ${IS_PLATFORM}) as is_allowed
      from pg_catalog.pg_stat_activity a
      left join pg_catalog.pg_roles r on r.oid = a.usesysid
      where a.pid = ${pid}::int
        and pg_catalog.to_json(a.backend_start) #>> '{}' = ${backend_start}
        and (a.datname = current_database() or (a.datname is null and a.usename is not null))`,
    Found,
  )
  if (!found)
    throw new AppError('database_session_not_found', 'This session has already ended.', {
      status: 404,
      hint: 'Reload the list of sessions.',
    })
  if (!found.is_allowed)
    throw new AppError('session_protected', 'This session belongs to the platform.', {
      status: 403,
      hint: isPlatformAllowed
        ? 'Statements of superusers and server processes can’t be canceled.'
        : 'Cancel its statement instead, if it runs one.',
    })
  return found.role ?? ''
}
