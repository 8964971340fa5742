import type { MailTemplateName } from '@stoa/contract/services/auth/mail-door'

/** The emails that users receive, with their display names. */
export const MAILS: readonly { value: MailTemplateName; label: string; description: string }[] = [
  {
    value: 'confirmation',
    label: 'Confirm sign-up',
    description: 'To confirm the address of a new user',
  },
  { value: 'invite', label: 'Invitation', description: 'To a user that a member invites' },
  { value: 'magic_link', label: 'Sign-in link', description: 'To sign in without a password' },
  { value: 'recovery', label: 'Reset password', description: 'To set a new password' },
  { value: 'email_change', label: 'Change address', description: 'To confirm a new address' },
  {
    value: 'reauthentication',
    label: 'Reauthentication',
    description: 'The code for sensitive changes',
  },
]

/** Mails that tell a user about a change. Each can be switched on. */
export const NOTICES: readonly {
  value: Extract<MailTemplateName, `${string}_notification`>
  label: string
}[] = [
  { value: 'password_changed_notification', label: 'Password changed' },
  { value: 'email_changed_notification', label: 'Email address changed' },
  { value: 'phone_changed_notification', label: 'Phone number changed' },
  { value: 'identity_linked_notification', label: 'Sign-in method linked' },
  { value: 'identity_unlinked_notification', label: 'Sign-in method unlinked' },
  { value: 'mfa_factor_enrolled_notification', label: 'Second factor added' },
  { value: 'mfa_factor_unenrolled_notification', label: 'Second factor removed' },
]

const LINKS = ['ConfirmationURL', 'Token', 'TokenHash', 'RedirectTo', 'NewEmail', 'Data'] as const

const CHANGES: Partial<Record<MailTemplateName, readonly string[]>> = {
  email_changed_notification: ['OldEmail'],
  phone_changed_notification: ['Phone', 'OldPhone'],
  identity_linked_notification: ['Provider'],
  identity_unlinked_notification: ['Provider'],
  mfa_factor_enrolled_notification: ['FactorType'],
  mfa_factor_unenrolled_notification: ['FactorType'],
}

/** The names of the variables that a template can contain. */
export const variablesOf = (name: MailTemplateName): readonly string[] => [
  'Email',
  'SiteURL',
  ...(name.endsWith('_notification')
    ? [...(CHANGES[name] ?? []), 'Time', 'IpAddress', 'Device']
    : LINKS),
]
