/** The actions of the audit log, with their display names. */
const ACTIONS: Readonly<Record<string, string>> = {
  login: 'Signed in',
  logout: 'Signed out',
  invite_accepted: 'Accepted the invitation',
  user_signedup: 'Signed up',
  user_invited: 'Was invited',
  user_deleted: 'Was deleted',
  user_modified: 'Was updated',
  user_recovery_requested: 'Requested a recovery or sign-in link',
  user_confirmation_requested: 'Requested a confirmation',
  user_reauthenticate_requested: 'Requested a reauthentication code',
  user_repeated_signup: 'Signed up with an existing email or phone number',
  user_updated_password: 'Changed the password',
  factor_in_progress: 'Started adding a second factor',
  generate_recovery_codes: 'Generated recovery codes',
  factor_unenrolled: 'Removed a second factor',
  factor_deleted: 'Second factor was removed',
  factor_updated: 'Second factor was changed',
  challenge_created: 'Started a second-factor challenge',
  verification_attempted: 'Entered a second-factor code',
  token_revoked: 'Sessions were revoked',
  token_refreshed: 'Refreshed the session',
  identity_linked: 'Linked a sign-in method',
  identity_unlinked: 'Unlinked a sign-in method',
}

export const actionName = (action: string): string => ACTIONS[action] ?? action

/** The choices of the filter, by name. */
export const ACTION_OPTIONS = Object.entries(ACTIONS)
  .map(([value, label]) => ({ value, label }))
  .toSorted((a, b) => a.label.localeCompare(b.label))
