import type { ListedUser } from '@stoa/contract/services/auth/members'

const PROVIDERS: Readonly<Record<string, string>> = {
  email: 'Email',
  phone: 'Phone',
  web3: 'Web3',
  github: 'GitHub',
  gitlab: 'GitLab',
  linkedin_oidc: 'LinkedIn',
  slack_oidc: 'Slack',
  workos: 'WorkOS',
}

/** The display name of a sign-in method: `GitHub` for `github`, `Single sign-on` for `sso:…`. */
export const providerName = (provider: string): string =>
  PROVIDERS[provider] ??
  (provider.startsWith('sso:')
    ? 'Single sign-on'
    : provider.charAt(0).toUpperCase() + provider.slice(1))

const FACTORS: Readonly<Record<string, string>> = {
  totp: 'Authenticator app',
  phone: 'Phone',
  webauthn: 'Security key',
  recovery_code: 'Recovery codes',
}

/** The display name of a kind of second factor: `Authenticator app` for `totp`. */
export const factorName = (type: string): string => FACTORS[type] ?? type

type UserNames = Pick<ListedUser, 'name' | 'email' | 'phone' | 'is_anonymous'>

/** The display name of a user: the name, else the address, else the number. */
export const nameOf = ({ name, email, phone, is_anonymous: isAnonymous }: UserNames): string =>
  name || email || phone || (isAnonymous ? 'Anonymous user' : 'User without email or phone')
