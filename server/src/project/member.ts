/** A signed-in account. */
export type Person = {
  readonly kind: 'person'
  readonly userId: string
  readonly email: string
  readonly isOperator: boolean
  /** The account has a second factor, and the session proved it. */
  readonly hasSecondFactor: boolean
}

/**
 * The sender of a request to the platform or to a service's members' door: a person, the command
 * line with the operator credential from the data folder, or somebody who is not signed in. Only
 * endpoints of access `public` and `anyone` meet the last.
 */
export type Member = { readonly kind: 'nobody' } | { readonly kind: 'operator_credential' } | Person

/** Tells members apart in logs and in memory: the account's id, else the kind. */
export const memberId = (member: Member): string =>
  member.kind === 'person' ? member.userId : member.kind

/** Whether the member may operate the installation. */
export const isOperator = (member: Member): boolean =>
  member.kind === 'operator_credential' || (member.kind === 'person' && member.isOperator)
