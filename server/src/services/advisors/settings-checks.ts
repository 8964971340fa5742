import type { AdvisorRule, Finding, FindingKind } from '@stoa/contract/services/advisors/advisors'
import { authSettings } from '@stoa/contract/services/auth/settings'
import type { Settings } from '../../project/settings.ts'
import { cacheKeyOf } from './cache-key.ts'

/** The facts that checks of the configuration need. */
export type Configuration = {
  readonly settings: Settings
  /** The number of owners of the project's organization. */
  readonly ownerCount: number
  /** Whether clients from other machines can connect to Postgres without encryption. */
  readonly isUnencrypted: boolean
}

type SettingsCheck = {
  readonly rule: AdvisorRule
  readonly kind: FindingKind
  /** The fault as a sentence; undefined if there is none. */
  readonly find: (configuration: Configuration) => string | undefined
}

type CheckDefinition = Pick<SettingsCheck, 'kind' | 'find'> &
  Omit<AdvisorRule, 'category' | 'source'>

const check = ({ kind, find, ...rule }: CheckDefinition): SettingsCheck => ({
  rule: { ...rule, category: 'security', source: 'settings' },
  kind,
  find,
})

const RECOMMENDED_OTP_SECONDS = 3600
const RECOMMENDED_LENGTH = 8

/** Checks of the project's settings. Each is one comparison, so they run whenever they are shown. */
const CHECKS: readonly SettingsCheck[] = [
  check({
    name: 'auth_otp_long_expiry',
    title: 'Codes sent by mail are valid for long',
    level: 'WARN',
    description: 'Links and codes for signing in by mail are valid for more than an hour.',
    why: 'Whoever gets access to a mailbox later can still sign in with an old message.',
    remedy: ['Set the expiry of email codes to an hour or less in the Auth settings.'],
    kind: 'auth_setting',
    find({ settings }) {
      const { external_email_enabled: isOn, mailer_otp_exp: seconds } = settings.of(authSettings)
      return isOn && seconds > RECOMMENDED_OTP_SECONDS
        ? `Codes and links sent by mail are valid for ${Math.round((seconds / 3600) * 10) / 10} hours.`
        : undefined
    },
  }),
  check({
    name: 'auth_leaked_password_protection',
    title: 'Leaked passwords are accepted',
    level: 'WARN',
    description: 'New passwords are not compared with those known from data breaches.',
    why: 'Attackers try leaked passwords first, and people use the same password on many sites.',
    remedy: ['Enable the check for leaked passwords in the Auth settings.'],
    kind: 'auth_setting',
    find({ settings }) {
      const { external_email_enabled: isOn, password_hibp_enabled: isChecked } =
        settings.of(authSettings)
      return isOn && !isChecked ? 'The check for leaked passwords is disabled.' : undefined
    },
  }),
  check({
    name: 'auth_insufficient_mfa_options',
    title: 'No second factor available',
    level: 'WARN',
    description: 'Users cannot protect their account with a second factor.',
    why: 'A stolen password is then enough to take an account over.',
    remedy: ['Enable at least one method of multi-factor authentication in the Auth settings.'],
    kind: 'auth_setting',
    find({ settings }) {
      const values = settings.of(authSettings)
      const isAvailable =
        values.mfa_totp_enroll_enabled ||
        values.mfa_phone_enroll_enabled ||
        values.mfa_web_authn_enroll_enabled
      return isAvailable ? undefined : 'All methods of multi-factor authentication are disabled.'
    },
  }),
  check({
    name: 'password_requirements_min_length',
    title: 'Short passwords are accepted',
    level: 'WARN',
    description: 'Passwords can have fewer than 8 characters.',
    why: 'Short passwords can be guessed by trying all of them.',
    remedy: ['Set the minimum password length to 8 or more in the Auth settings.'],
    kind: 'auth_setting',
    find({ settings }) {
      const { external_email_enabled: isOn, password_min_length: length } =
        settings.of(authSettings)
      return isOn && length < RECOMMENDED_LENGTH
        ? `Passwords need only ${length} characters.`
        : undefined
    },
  }),
  check({
    name: 'auth_password_policy_missing',
    title: 'No rules for the characters of passwords',
    level: 'INFO',
    description: 'Passwords need no particular kinds of characters.',
    why: 'Passwords of lowercase letters only are easier to guess. A longer minimum length helps as well.',
    remedy: ['Require letters and digits, or a longer password, in the Auth settings.'],
    kind: 'auth_setting',
    find({ settings }) {
      const {
        external_email_enabled: isOn,
        password_required_characters: characters,
        password_min_length: length,
      } = settings.of(authSettings)
      // A long password needs no such rule.
      return isOn && characters === '' && length < 12
        ? 'Passwords need no particular kinds of characters.'
        : undefined
    },
  }),
  check({
    name: 'ssl_not_enforced',
    title: 'Database connections are not encrypted',
    level: 'WARN',
    description: 'Clients from other machines connect to Postgres without TLS.',
    why: 'Everyone on the way can read the data, and take over the connection.',
    remedy: [
      'The operator sets a certificate for database connections: STOA_POSTGRES_TLS_CERT and STOA_POSTGRES_TLS_KEY.',
    ],
    kind: 'installation',
    find: ({ isUnencrypted }) =>
      isUnencrypted ? 'This installation has no certificate for database connections.' : undefined,
  }),
  check({
    name: 'no_backup_admin',
    title: 'Only one owner',
    level: 'INFO',
    description: 'The organization has a single owner.',
    why: 'If the owner loses access to their account, nobody else can manage members or delete the organization.',
    remedy: ['Give a second member the role Owner.'],
    kind: 'organization',
    find: ({ ownerCount }) =>
      ownerCount === 1 ? 'The organization of this project has one owner.' : undefined,
  }),
]

export const SETTINGS_RULES: readonly AdvisorRule[] = CHECKS.map(({ rule }) => rule)

export const checkSettings = (configuration: Configuration): readonly Finding[] =>
  CHECKS.flatMap(({ rule, kind, find }) => {
    const detail = find(configuration)
    if (detail === undefined) return []
    return [
      {
        cache_key: cacheKeyOf(rule.name, []),
        rule: rule.name,
        level: rule.level,
        category: rule.category,
        title: rule.title,
        detail,
        kind,
        schema: null,
        name: kind === 'auth_setting' ? 'Auth' : rule.title,
        table: null,
        table_id: null,
        foreign_key: null,
        can_fix: false,
      },
    ]
  })
