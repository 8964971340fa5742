/** Who a data-plane request runs as: the role and claims that row level security sees. */
export type Caller = {
  readonly role: string
  readonly claims: Readonly<Record<string, unknown>>
  /** The claims as JSON text, the value of `request.jwt.claims`. */
  readonly claimsJson: string
  /** Another service issued the token, so its `sub` is not an account of this project. */
  readonly isThirdParty?: true
}
