/** The person behind a request to the platform or to a service's members' door. */
export type Member = {
  /** Null for the command line, which comes with the operator credential of the data folder. */
  readonly userId: string | null
  readonly email: string | null
  readonly isOperator: boolean
  /** The account has a second factor, and the session proved it. */
  readonly hasSecondFactor: boolean
}
