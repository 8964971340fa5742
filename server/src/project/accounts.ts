type Credentials = { readonly email: string; readonly password: string }

export type Account = {
  readonly userId: string
  readonly email: string
  readonly hasSecondFactor: boolean
}

/**
 * What an access token proves, or why it is refused. A token that has only `expired` can be
 * refreshed; one without a second factor can be used to verify that factor.
 */
export type VerifiedAccount =
  /** With `hasSecondFactor`, this session has verified it. */
  Account | { readonly reason: 'expired' | 'invalid' | 'signed_out' | 'second_factor_required' }

/** The accounts and sessions of one project. The platform's own accounts use the dashboard. */
export type AccountPort = {
  /**
   * Creates a confirmed account, even if the project has disabled sign-ups, and resolves to its id.
   * Rejects with 409 `account_exists`, 422 `weak_password` or 400 `validation_failed`.
   */
  createAccount(account: Credentials): Promise<string>
  /** Returns the id of the account with this address and password. */
  findAccount(account: Credentials): Promise<string | undefined>
  /**
   * Returns the account of an access token. Also checks the session: a sign-out through this
   * process takes effect immediately, any other within 10 seconds. Never rejects because of the
   * token.
   */
  verifyAccessToken(token: string): Promise<VerifiedAccount>
  /**
   * Returns an account by its id; undefined if it is deleted or banned. Its `hasSecondFactor` says
   * whether it has one at all.
   */
  readAccount(userId: string): Promise<Account | undefined>
  /**
   * Removes the second factors of the account with this address and resolves to their number. Rejects
   * with 404 `account_not_found`.
   */
  removeFactors(email: string): Promise<number>
}
