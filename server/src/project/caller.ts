/** Who a data-plane request runs as: the role and claims row level security sees. */
export type Caller = {
  readonly role: string
  readonly claims: Readonly<Record<string, unknown>>
  /** The claims as JSON text, as `request.jwt.claims` holds them. */
  readonly claimsJson: string
}
