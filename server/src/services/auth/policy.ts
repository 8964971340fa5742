import type { AuthSettings } from '@stoa/contract/services/auth/settings'
import type { AccountRules, Admission, SignUpRequest } from '../../project/accounts.ts'
import { PLATFORM_REF, type Project } from '../../project/project.ts'
import { APP_ADVICE, hasTemplate, type NotificationKind } from './mail/mail-texts.ts'
import { isAllowedRedirect, isPageOf, type InstallationUrls } from './mail/redirects.ts'

/**
 * The differences between the platform's sign-in and that of a project's app. Every operation reads
 * them from its context, so that a new difference is decided here for both.
 */
export type SignInPolicy = {
  /**
   * `pkce`: a mail or another service leads to a code, which only the requesting browser can
   * exchange for a session. The link in a mail does nothing else, and no URL contains a session.
   * `any`: the request decides, as in GoTrue.
   */
  readonly flow: 'pkce' | 'any'
  /** Whether a browser may be sent to this URL with a code or a session. */
  readonly allowsRedirect: (url: string) => boolean
  /** Whether a new account is confirmed although nobody has verified its address. */
  readonly confirmsUnproved: boolean
  /** Decides whether somebody can create an account. */
  readonly admit: (request: SignUpRequest) => Promise<Admission>
  /** Uses up the invitation that proves an address; false if that happened before. */
  readonly useInvitation: (inviteToken: string) => Promise<boolean>
  /** Whether a password recovery also ends tokens and passkeys. */
  readonly recoveryEndsCredentials: boolean
  /** Revokes credentials that sign in to the platform without the auth service. */
  readonly revokeAccessTokens: (userId: string) => Promise<void>
  /** Whether the account's owner is mailed about this change. */
  readonly notifiesOf: (kind: NotificationKind) => boolean
  /** Whether a mail about a changed address also goes to the new one, which GoTrue does not do. */
  readonly notifiesNewAddress: boolean
  /** Instructions in a mail for a person who did not make the change. */
  readonly advice: string
}

export type PolicyDeps = {
  /** The platform's decisions about its own accounts. */
  readonly rules: AccountRules
  readonly installationUrls: () => InstallationUrls
}

export const policyOf = (deps: PolicyDeps, project: Project, settings: AuthSettings) =>
  project.ref === PLATFORM_REF
    ? platformPolicy(deps.rules, settings)
    : projectPolicy(deps.installationUrls(), settings)

/** The pages of the dashboard that a mail of the platform leads to. */
const PLATFORM_PAGES = ['/reset-password', '/confirm-email', '/join']

const platformPolicy = (rules: AccountRules, { site_url: site }: AuthSettings): SignInPolicy => ({
  flow: 'pkce',
  allowsRedirect: (url) => PLATFORM_PAGES.some((page) => isPageOf(site, page, url)),
  confirmsUnproved: false,
  admit: rules.admit,
  useInvitation: rules.useInvitation,
  recoveryEndsCredentials: true,
  revokeAccessTokens: rules.revokeAccessTokens,
  notifiesOf: () => true,
  notifiesNewAddress: true,
  advice: `If this wasn’t you, set a new password at ${site}/forgot-password. That signs out every session and revokes your access tokens and passkeys. Then check the second factors of your account.`,
})

const projectPolicy = (urls: InstallationUrls, settings: AuthSettings): SignInPolicy => ({
  flow: 'any',
  allowsRedirect: (url) => isAllowedRedirect(settings, url, urls),
  confirmsUnproved: settings.mailer_autoconfirm,
  admit: async () => 'admitted',
  useInvitation: async () => false,
  recoveryEndsCredentials: false,
  revokeAccessTokens: async () => {},
  notifiesOf: (kind) => hasTemplate(kind) && settings[`mailer_notifications_${kind}_enabled`],
  notifiesNewAddress: false,
  advice: APP_ADVICE,
})

/** The rules of an installation that nobody can join. */
export const CLOSED: AccountRules = {
  admit: async () => 'refused',
  useInvitation: async () => false,
  revokeAccessTokens: async () => {},
}
