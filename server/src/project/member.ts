/** A signed-in account. */
export type Person = {
  readonly kind: 'person'
  readonly userId: string
  readonly email: string
  readonly isOperator: boolean
  /** The account has a second factor, which the session, or the one that created the token, has verified. */
  readonly hasSecondFactor: boolean
  /** Whether the request was made with a session or a personal access token. */
  readonly credential: 'session' | 'access_token'
  /** The session of the request; null for an access token. */
  readonly sessionId: string | null
}

/**
 * The sender of a request to the platform or to a service's member API: a person, the command line
 * with the operator credential from the data folder, or somebody who is not signed in. Only
 * endpoints with access `public` or `anyone` receive requests of the last kind.
 */
export type Member = { readonly kind: 'nobody' } | { readonly kind: 'operator_credential' } | Person

/** Identifies a member in logs and caches: the account's id, otherwise the kind. */
export const memberId = (member: Member): string =>
  member.kind === 'person' ? member.userId : member.kind

/** Whether the member is an operator of the installation. */
export const isOperator = (member: Member): boolean =>
  member.kind === 'operator_credential' || (member.kind === 'person' && member.isOperator)
