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

/** The variables that a template can contain. */
export const VARIABLES = [
  '{{ .ConfirmationURL }}',
  '{{ .Token }}',
  '{{ .TokenHash }}',
  '{{ .SiteURL }}',
  '{{ .RedirectTo }}',
  '{{ .Email }}',
  '{{ .NewEmail }}',
  '{{ .Data }}',
] as const
