/** Mails that carry a token. */
export type MailKind =
  | 'signup'
  | 'invite'
  | 'recovery'
  | 'magiclink'
  | 'email_change'
  | 'reauthentication'

/** Mails that notify the owner of a change to the account. */
export type NotificationKind =
  | 'password_changed'
  | 'email_changed'
  | 'phone_changed'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'mfa_factor_enrolled'
  | 'mfa_factor_unenrolled'
  | PlatformNotificationKind

/** Mails that only the platform sends, so no project has a template for them. */
type PlatformNotificationKind = 'passkey_added' | 'access_token_created'

/** The names of a mail's templates in the settings: `mailer_subjects_<name>`. */
export const TEMPLATE_NAMES = {
  signup: 'confirmation',
  invite: 'invite',
  recovery: 'recovery',
  magiclink: 'magic_link',
  email_change: 'email_change',
  reauthentication: 'reauthentication',
  password_changed: 'password_changed_notification',
  email_changed: 'email_changed_notification',
  phone_changed: 'phone_changed_notification',
  identity_linked: 'identity_linked_notification',
  identity_unlinked: 'identity_unlinked_notification',
  mfa_factor_enrolled: 'mfa_factor_enrolled_notification',
  mfa_factor_unenrolled: 'mfa_factor_unenrolled_notification',
} as const satisfies Readonly<
  Record<MailKind | Exclude<NotificationKind, PlatformNotificationKind>, string>
>

/** The mails that a project can have templates for. */
export type TemplateKind = keyof typeof TEMPLATE_NAMES

export const hasTemplate = (kind: MailKind | NotificationKind): kind is TemplateKind =>
  kind in TEMPLATE_NAMES

type Texts = {
  readonly subject: string
  readonly sentence: string
  /** The label of the link, if the mail has one. */
  readonly action?: string
  readonly hasCode?: true
}

const TEXTS: Readonly<Record<MailKind | NotificationKind, Texts>> = {
  signup: {
    subject: 'Confirm your email address',
    sentence: 'Confirm your email address to finish signing up.',
    action: 'Confirm email address',
    hasCode: true,
  },
  invite: {
    subject: 'You have been invited',
    sentence: 'Accept the invitation to create your account.',
    action: 'Accept the invitation',
    hasCode: true,
  },
  recovery: {
    subject: 'Reset your password',
    sentence: 'You requested a new password. Use this link to set one.',
    action: 'Reset password',
    hasCode: true,
  },
  magiclink: {
    subject: 'Your sign-in link',
    sentence: 'Use this link to sign in.',
    action: 'Sign in',
    hasCode: true,
  },
  email_change: {
    subject: 'Confirm your new email address',
    sentence: 'Use this link to confirm the new email address of your account.',
    action: 'Confirm email address',
    hasCode: true,
  },
  reauthentication: {
    subject: 'Your confirmation code',
    sentence: 'Enter this code to confirm it’s you.',
    hasCode: true,
  },
  password_changed: {
    subject: 'Your password was changed',
    sentence: 'The password of your account {{ .Email }} was changed.',
  },
  email_changed: {
    subject: 'Your email address was changed',
    sentence: 'The email address of your account was changed from {{ .OldEmail }} to {{ .Email }}.',
  },
  phone_changed: {
    subject: 'Your phone number was changed',
    sentence: 'The phone number of your account {{ .Email }} was changed to {{ .Phone }}.',
  },
  identity_linked: {
    subject: 'A sign-in method was added',
    sentence: 'You can now sign in to your account {{ .Email }} with {{ .Provider }}.',
  },
  identity_unlinked: {
    subject: 'A sign-in method was removed',
    sentence: 'You can no longer sign in to your account {{ .Email }} with {{ .Provider }}.',
  },
  mfa_factor_enrolled: {
    subject: 'A second factor was added',
    sentence: 'A second factor ({{ .FactorType }}) was added to your account {{ .Email }}.',
  },
  mfa_factor_unenrolled: {
    subject: 'A second factor was removed',
    sentence: 'A second factor ({{ .FactorType }}) was removed from your account {{ .Email }}.',
  },
  passkey_added: {
    subject: 'A passkey was added',
    sentence: 'You can now sign in to your account {{ .Email }} with a new passkey.',
  },
  access_token_created: {
    subject: 'An access token was created',
    sentence:
      'The access token that begins with {{ .TokenPrefix }} was created. It has all rights of your account {{ .Email }}.',
  },
}

const IGNORE = 'If you didn’t request this, you can ignore this email.'

/** Instructions for a person who did not make a change to their account in a project's app. */
export const APP_ADVICE = 'If this wasn’t you, reset your password and contact the site’s support.'

/** The person who made the change, the time and the place, as far as known. */
const ORIGIN = [
  ['By', 'Actor'],
  ['Time', 'Time'],
  ['IP address', 'IpAddress'],
  ['Device', 'Device'],
] as const

const originWith = (end: string) =>
  ORIGIN.map(([label, name]) => `{{ if .${name} }}${label}: {{ .${name} }}${end}{{ end }}`).join('')

/** The built-in template of a mail, for its HTML and its plain text. */
export function defaultTemplate(kind: MailKind | NotificationKind) {
  const { subject, sentence, action, hasCode } = TEXTS[kind]
  const codeLabel = action === undefined ? 'Your code:' : 'Or enter this code:'
  const closing = hasCode ? IGNORE : '{{ .Advice }}'
  const html = [
    `<h2>${subject}</h2>`,
    `<p>${sentence}</p>`,
    ...(action === undefined ? [] : [`<p><a href="{{ .ConfirmationURL }}">${action}</a></p>`]),
    ...(hasCode ? [`<p>${codeLabel} <strong>{{ .Token }}</strong></p>`] : []),
    ...(hasCode ? [] : [`<p>${originWith('<br>')}</p>`]),
    `<p>${closing}</p>`,
    '',
  ].join('\n')
  const text = [
    subject,
    sentence,
    ...(action === undefined ? [] : ['{{ .ConfirmationURL }}']),
    ...(hasCode ? [`${codeLabel} {{ .Token }}`] : []),
    ...(hasCode ? [] : [originWith('\n')]),
    closing,
  ].join('\n\n')
  return { subject, html, text: `${text}\n` }
}
