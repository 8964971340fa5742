import type { Json } from './provider-requests.ts'

export type ExternalEmail = { readonly email: string; readonly isVerified: boolean }

/** Another service's data about a person. */
export type ExternalProfile = {
  /** The service's own ID of the person, which never changes. */
  readonly subject: string
  /** The first address is preferred. */
  readonly emails: readonly ExternalEmail[]
  /** Kept in the identity and shown in the account's metadata. */
  readonly claims: Json
}

/** Texts of another service are truncated to what an account needs. */
const MAX_TEXT = 2048

/** A text or number as text; empty for anything else. */
export function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return ''
  return value.replaceAll('\0', '').toWellFormed().slice(0, MAX_TEXT)
}

/** A flag that some services send as text or number. */
export const isYes = (value: unknown): boolean =>
  value === true || value === 'true' || value === 1 || value === '1'

export const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}

/** Parts of a name that are not empty. */
export const joined = (...names: readonly unknown[]): string =>
  names.map(textOf).filter(Boolean).join(' ')

type Person = {
  readonly issuer: string
  readonly subject: unknown
  readonly emails: readonly { readonly email: unknown; readonly isVerified: boolean }[]
  readonly name?: unknown
  readonly picture?: unknown
  readonly userName?: unknown
  readonly more?: Json
}

/** A profile with the claims that all services share, named as in GoTrue. */
export function profileOf(person: Person): ExternalProfile {
  const [name, picture, userName] = [person.name, person.picture, person.userName].map(textOf)
  return {
    subject: textOf(person.subject),
    emails: person.emails
      .map(({ email, isVerified }) => ({ email: textOf(email).trim().toLowerCase(), isVerified }))
      .filter(({ email }) => email !== ''),
    claims: {
      iss: person.issuer,
      ...(name && { name, full_name: name }),
      ...(picture && { picture, avatar_url: picture }),
      ...(userName && { preferred_username: userName, user_name: userName }),
      ...person.more,
    },
  }
}

const CLAIMS = [
  'given_name',
  'family_name',
  'middle_name',
  'nickname',
  'preferred_username',
  'profile',
  'website',
  'gender',
  'birthdate',
  'zoneinfo',
  'locale',
] as const

/** The profile in the standard claims of OpenID Connect. */
export function profileOfClaims(claims: Json, issuer: string): ExternalProfile {
  const known = CLAIMS.map((name) => [name, textOf(claims[name])] as const)
  const domain = textOf(claims['hd'])
  return profileOf({
    issuer,
    subject: claims['sub'],
    emails: [{ email: claims['email'], isVerified: isYes(claims['email_verified']) }],
    name: claims['name'],
    picture: claims['picture'],
    more: {
      ...Object.fromEntries(known.filter(([, value]) => value !== '')),
      ...(domain && { custom_claims: { hd: domain } }),
    },
  })
}
