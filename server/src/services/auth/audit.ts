import type { Session as Connection } from '../../postgres/database.ts'
import type { Actor } from './actor.ts'
import type { AuthContext } from './context.ts'
import { insertAuditEntry, type AuditEntry } from './queries/audit.ts'

/** The audit actions, named as in GoTrue, each with its GoTrue log type. */
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
  user_reauthenticate_requested: 'user',
  factor_in_progress: 'factor',
  factor_unenrolled: 'factor',
  factor_deleted: 'factor',
  factor_updated: 'factor',
  generate_recovery_codes: 'factor',
  challenge_created: 'factor',
  verification_attempted: 'factor',
  identity_unlinked: 'user',
  token_revoked: 'token',
  token_refreshed: 'token',
} as const

export type AuditAction = keyof typeof LOG_TYPES

type Audited = {
  readonly action: AuditAction
  readonly actor: Actor
  readonly traits?: Readonly<Record<string, unknown>>
}

/** Who made a change, and what the log says about it besides the action. */
export type AuditRecord = Pick<Audited, 'actor' | 'traits'>

/** The record of a change that somebody else than the account's owner makes to an account. */
export const byAdministrator = (
  { administrator }: Pick<AuthContext, 'administrator'>,
  user: { readonly id: string; readonly email: string | null; readonly phone: string | null },
  traits: Readonly<Record<string, unknown>> = {},
): AuditRecord => ({
  actor: administrator,
  traits: {
    user_id: user.id,
    user_email: user.email ?? '',
    user_phone: user.phone ?? '',
    ...traits,
  },
})

/** Adds an audit log entry in the same transaction as the change it records. */
export const audit = (context: AuditContext, tx: Connection, audited: Audited) =>
  insertAuditEntry(tx, auditEntryOf(context, audited))

type AuditContext = Pick<AuthContext, 'client' | 'now' | 'project'>

/**
 * The audit log entry of a change, for a statement that records both. The project's log has it too,
 * even if the change then fails.
 */
export function auditEntryOf(context: AuditContext, audited: Audited): AuditEntry {
  const { client, now } = context
  const { action, actor, traits } = audited
  writeAuditEvent(context, audited)
  return {
    payload: {
      action,
      actor_id: actor.id,
      actor_username: actor.email ?? '',
      actor_via_sso: false,
      log_type: LOG_TYPES[action],
      ...(traits && { traits }),
    },
    ip: client.ip ?? '',
    now,
  }
}

function writeAuditEvent(
  { client, project }: AuditContext,
  { action, actor, traits = {} }: Audited,
): void {
  const trait = (name: string) => {
    const value = traits[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  project.writeLog('auth_logs', {
    message: `${action} by ${actor.email ?? actor.id}`,
    severity: 'info',
    columns: {
      component: 'audit',
      level: 'info',
      msg: action,
      remote_addr: client.ip,
      auth_event_action: action,
      auth_event_actor_id: actor.id,
      auth_event_actor_username: actor.email,
      auth_event_log_type: LOG_TYPES[action],
      auth_event_traits_provider: trait('provider'),
      auth_event_traits_user_email: trait('user_email'),
      auth_event_traits_user_id: trait('user_id'),
      auth_event_traits_user_phone: trait('user_phone'),
    },
  })
}
