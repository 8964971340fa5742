type Credentials = { readonly email: string; readonly password: string }

export type Account = {
  readonly userId: string
  readonly email: string
  readonly hasSecondFactor: boolean
}

/**
 * The identity that an access token proves, or the reason why it is refused. A token that has only
 * `expired` can be refreshed; one without a second factor can be used to verify that factor.
 */
export type VerifiedAccount =
  /** With `hasSecondFactor`, this session has verified it. */
  | (Account & { readonly sessionId: string })
  | { readonly reason: 'expired' | 'invalid' | 'signed_out' | 'second_factor_required' }

/** A session of an account that has not ended. */
export type AccountSession = {
  readonly id: string
  readonly createdAt: string | null
  /** When its tokens were last refreshed, or else when it started. */
  readonly lastUsedAt: string | null
  readonly ip: string | null
  /** The browser and system, such as `Firefox on Linux`; empty if the request named none. */
  readonly device: string
  readonly hasSecondFactor: boolean
}

export type SignUpRequest = {
  /** Empty for an account without an address. */
  readonly email: string
  /** The token of an invitation's link; empty without one. */
  readonly inviteToken: string
}

/** Whether somebody can create an account. */
export type Admission =
  | 'refused'
  /** The address is not verified yet. */
  | 'admitted'
  /** The invitation verifies the address, because only its mailbox or an operator has the token. */
  | 'proved'

/** The platform's rules for its own accounts, and the records it keeps for them. */
export type AccountRules = {
  admit(request: SignUpRequest): Promise<Admission>
  /** Consumes an invitation's proof. Returns false for all but the first of several requests. */
  useInvitation(inviteToken: string): Promise<boolean>
  /** Revokes every personal access token of the account. */
  revokeAccessTokens(userId: string): Promise<void>
}

/** A change to an account that its owner is mailed about. */
export type SecurityEvent = {
  readonly kind: 'access_token_created'
  /** The token's first characters, by which its owner recognizes it. */
  readonly prefix: string
  /** Where the change came from. */
  readonly ip: string
  readonly userAgent: string
}

/** The accounts and sessions of one project. The platform's own accounts use the dashboard. */
export type AccountPort = {
  /**
   * Creates a confirmed account, even if the project has disabled sign-ups, and resolves to its id.
   * Rejects with 409 `account_exists`, 422 `weak_password` or 400 `validation_failed`.
   */
  createAccount(account: Credentials): Promise<string>
  /** Returns the id of the account with this address and password. */
  findAccount(account: Credentials): Promise<string | undefined>
  /** Marks the account's address as verified, because an operator vouches for it. */
  vouchFor(userId: string): Promise<void>
  /**
   * Returns the account of an access token. Also checks the session: a sign-out through this
   * process takes effect immediately, any other within 10 seconds. Never rejects because of the
   * token.
   */
  verifyAccessToken(token: string): Promise<VerifiedAccount>
  /**
   * Returns an account by its id; undefined if it is deleted or banned. Here `hasSecondFactor`
   * means that the account has a second factor at all.
   */
  readAccount(userId: string): Promise<Account | undefined>
  /**
   * Removes the second factors of the account with this address and resolves to their number. Rejects
   * with 404 `account_not_found`.
   */
  removeFactors(email: string): Promise<number>
  /** Lists the sessions of an account that have not ended, the last used first. */
  listSessions(userId: string): Promise<readonly AccountSession[]>
  /** Ends one session of the account. Rejects with 404 `session_not_found`. */
  endSession(userId: string, sessionId: string): Promise<void>
  /** Ends all sessions of the account but one. */
  endOtherSessions(userId: string, keep: string): Promise<void>
  /** Deletes an account with its sessions and factors. An account that is gone is not an error. */
  deleteAccount(userId: string): Promise<void>
  /** Mails the account's owner about the change. It returns at once; a failure is logged. */
  notifyOwner(userId: string, event: SecurityEvent): void
}
