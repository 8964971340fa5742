import type { Session as Connection } from '../../postgres/database.ts'
import type { AuthContext } from './context.ts'
import { insertAuditEntry } from './queries/audit.ts'

/** What happened, in GoTrue's words; each belongs to one kind of log. */
const LOG_TYPES = {
  login: 'account',
  logout: 'account',
  invite_accepted: 'account',
  user_signedup: 'team',
  user_invited: 'team',
  user_deleted: 'team',
  user_modified: 'user',
  user_recovery_requested: 'user',
  user_confirmation_requested: 'user',
  user_repeated_signup: 'user',
  user_updated_password: 'user',
  factor_in_progress: 'factor',
  factor_unenrolled: 'factor',
  factor_deleted: 'factor',
  challenge_created: 'factor',
  verification_attempted: 'factor',
  token_revoked: 'token',
  token_refreshed: 'token',
} as const

export type AuditAction = keyof typeof LOG_TYPES
export type Actor = { readonly id: string; readonly email: string | null }

/** The holder of the service key, who is no account. */
export const SERVICE_ACTOR: Actor = {
  id: '00000000-0000-0000-0000-000000000000',
  email: 'service_role',
}

/** Writes the project's audit log, within the change it tells of. */
export const audit = (
  context: AuthContext,
  tx: Connection,
  {
    action,
    actor,
    traits,
  }: {
    action: AuditAction
    actor: Actor
    traits?: Readonly<Record<string, unknown>>
  },
) =>
  insertAuditEntry(tx, {
    payload: {
      action,
      actor_id: actor.id,
      actor_username: actor.email ?? '',
      actor_via_sso: false,
      log_type: LOG_TYPES[action],
      ...(traits && { traits }),
    },
    ip: context.client.ip ?? '',
    now: context.now,
  })
