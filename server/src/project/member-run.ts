/** A member's run of SQL text, as their history shows it. */
export type MemberRun = {
  readonly sql: string
  /** Quoted texts were replaced, because the statement mentions a credential. */
  readonly isMasked: boolean
  readonly durationMs: number
  /** Null if it failed. */
  readonly ended: string | null
  readonly rowCount: number | null
  readonly errorCode: string | null
  readonly errorMessage: string | null
  /** The role that it ran as, if it is not the member's own. */
  readonly role: string | null
}
