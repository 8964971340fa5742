import { z } from 'zod'
import { WebLink } from '../../platform/values.ts'
import { settingsSection, type SettingsOf } from '../../settings-section.ts'
import { external } from './fields/external.ts'
import { factors } from './fields/factors.ts'
import { hooks } from './fields/hooks.ts'
import { mail } from './fields/mail.ts'
import { passkeys } from './fields/passkeys.ts'
import { phone } from './fields/phone.ts'
import { protection } from './fields/protection.ts'
import { sessions } from './fields/sessions.ts'

/** Schemes that run code, read files on the visitor's machine, or belong to no website. */
const UNSAFE_SCHEMES: ReadonlySet<string> = new Set([
  'about:',
  'blob:',
  'data:',
  'file:',
  'filesystem:',
  'javascript:',
  'vbscript:',
  'view-source:',
])

/** Whether a redirect must never lead to a URL with this scheme, given with its colon. */
export const isUnsafeScheme = (scheme: string): boolean => UNSAFE_SCHEMES.has(scheme.toLowerCase())

/** A pattern for URLs of websites and of apps (`myapp://callback`). Browsers skip spaces in it. */
const RedirectPattern = z
  .string()
  .max(255)
  .refine((pattern) => {
    const [scheme = ''] = /^[^:]*:/.exec(pattern.replaceAll(/[\0-\x20]/g, '')) ?? []
    return !isUnsafeScheme(scheme)
  }, 'Use http, https, or the URL scheme of an app.')

/** Settings for sign-up and sign-in, named as in GoTrue. */
export const authSettings = settingsSection({
  name: 'auth',
  fields: {
    site_url: WebLink,
    disable_signup: z.boolean(),
    /** Confirms new accounts immediately. When off, a confirmation mail is sent. */
    mailer_autoconfirm: z.boolean(),
    /** Lifetime of an access token in seconds. */
    jwt_exp: z.int().min(30).max(604_800),
    password_min_length: z.int().min(6).max(72),
    /** Allowed redirect URLs besides the site URL; `*`, `**`, and `?` match as in globs. */
    uri_allow_list: z.array(RedirectPattern).max(100),
    external_email_enabled: z.boolean(),
    external_anonymous_users_enabled: z.boolean(),
    /** Groups of characters separated by `:`. A password needs a character of each group. */
    password_required_characters: z.string().max(500),
    /** Lifetime of a link or code sent by mail, in seconds. */
    mailer_otp_exp: z.int().min(1).max(604_800),
    mailer_otp_length: z.int().min(6).max(10),
    /** Requires confirmation from both the old and the new mailbox to change an email address. */
    mailer_secure_email_change_enabled: z.boolean(),
    /** How many seconds a used refresh token still returns the session's current tokens. */
    security_refresh_token_reuse_interval: z.int().min(0).max(86_400),
    ...factors.fields,
    ...passkeys.fields,
    ...phone.fields,
    ...mail.fields,
    ...protection.fields,
    ...sessions.fields,
    ...hooks.fields,
    ...external.fields,
  },
  defaults: {
    site_url: 'http://localhost:3000',
    disable_signup: false,
    mailer_autoconfirm: true,
    jwt_exp: 3600,
    password_min_length: 6,
    uri_allow_list: [],
    external_email_enabled: true,
    external_anonymous_users_enabled: false,
    password_required_characters: '',
    mailer_otp_exp: 3600,
    mailer_otp_length: 6,
    mailer_secure_email_change_enabled: true,
    security_refresh_token_reuse_interval: 10,
    ...factors.defaults,
    ...passkeys.defaults,
    ...phone.defaults,
    ...mail.defaults,
    ...protection.defaults,
    ...sessions.defaults,
    ...hooks.defaults,
    ...external.defaults,
  },
  secrets: [
    ...phone.secrets,
    ...mail.secrets,
    ...protection.secrets,
    ...hooks.secrets,
    ...external.secrets,
  ],
})
export type AuthSettings = SettingsOf<typeof authSettings>
