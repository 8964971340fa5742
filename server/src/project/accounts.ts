type Credentials = { readonly email: string; readonly password: string }

/**
 * What an access token proves, or why it is refused. A token that merely `expired` can be refreshed;
 * one that lacks a second factor is good for proving it.
 */
export type VerifiedAccount =
  | {
      readonly userId: string
      readonly email: string
      /** The account has a second factor, and this session proved it. */
      readonly hasSecondFactor: boolean
    }
  | { readonly reason: 'expired' | 'invalid' | 'signed_out' | 'second_factor_required' }

/** The accounts and sessions of one project; those of the platform's own project sign in to the dashboard. */
export type AccountPort = {
  /**
   * Creates a confirmed account, whatever the project says about sign-ups, and resolves to its id.
   * Rejects with 409 `account_exists`, 422 `weak_password` or 400 `validation_failed`.
   */
  createAccount(account: Credentials): Promise<string>
  /** The id of the account with this password. */
  findAccount(account: Credentials): Promise<string | undefined>
  /**
   * The account of an access token. The session is looked up too: a sign-out through this process
   * counts at once, any other within ten seconds. Never rejects because of the token.
   */
  verifyAccessToken(token: string): Promise<VerifiedAccount>
  /**
   * Removes the second factors of the account with this address and resolves to their number. Rejects
   * with 404 `account_not_found`.
   */
  removeFactors(email: string): Promise<number>
}
