import type { AuditEntry } from '@stoa/contract/services/auth/members'

/** The actions of the audit log, with their display names. */
const ACTIONS: Readonly<Record<string, string>> = {
  login: 'Signed in',
  logout: 'Signed out',
  invite_accepted: 'Accepted the invitation',
  user_signedup: 'Signed up',
  user_invited: 'Invited user',
  user_deleted: 'Deleted user',
  user_modified: 'Updated user',
  user_recovery_requested: 'Requested a password reset or sign-in link',
  user_confirmation_requested: 'Requested a confirmation email',
  user_reauthenticate_requested: 'Requested a reauthentication code',
  user_repeated_signup: 'Signed up with an existing email or phone number',
  user_updated_password: 'Changed password',
  factor_in_progress: 'Started adding a second factor',
  generate_recovery_codes: 'Generated recovery codes',
  factor_unenrolled: 'Removed own second factor',
  factor_deleted: 'Removed a user’s second factor',
  factor_updated: 'Changed a user’s second factor',
  challenge_created: 'Started a second-factor challenge',
  verification_attempted: 'Entered a second-factor code',
  token_revoked: 'Revoked sessions',
  token_refreshed: 'Refreshed the session',
  identity_linked: 'Linked a sign-in method',
  identity_unlinked: 'Unlinked a sign-in method',
}

const SENT_MAILS: Readonly<Record<string, string>> = {
  recovery: 'Sent password reset',
  magiclink: 'Sent sign-in link',
  confirmation: 'Sent confirmation email',
  none: 'Created a link',
}

/** The name of an entry’s action. The traits tell apart changes that the protocol records as one action. */
export function actionName({ action, traits }: Pick<AuditEntry, 'action' | 'traits'>): string {
  const { mail, banned_until: bannedUntil, sessions_ended: ended } = traits
  if (typeof mail === 'string' && mail in SENT_MAILS) return SENT_MAILS[mail] ?? action
  if (typeof bannedUntil === 'string') return 'Banned user'
  if (bannedUntil === null) return 'Unbanned user'
  if (ended !== undefined) return ended === 'all' ? 'Ended all sessions' : 'Ended a session'
  // An account that somebody else creates is named by its details.
  if (action === 'user_signedup' && traits['user_id'] !== undefined) return 'Created user'
  return ACTIONS[action] ?? action
}

/** The choices of the filter, by name. */
export const ACTION_OPTIONS = Object.entries(ACTIONS)
  .map(([value, label]) => ({ value, label }))
  .toSorted((a, b) => a.label.localeCompare(b.label))
