import { randomUUID } from 'node:crypto'
import { AppError } from '../src/lib/errors.ts'
import type { AccountPort, SecurityEvent, VerifiedAccount } from '../src/project/accounts.ts'

export type TestPerson = { readonly userId: string; readonly email: string; readonly token: string }

export type TestAccounts = AccountPort & {
  /** Returns an access token for the account with this address, which is created if missing. */
  signIn(email: string): TestPerson
  /** Makes a token invalid for the given reason. */
  end(token: string, reason: 'expired' | 'signed_out' | 'second_factor_required'): void
  rename(person: TestPerson, email: string): void
  /** Gives the person's account a second factor that their session has verified. */
  proveSecondFactor(person: TestPerson): void
  /** The mails about changes to accounts. */
  readonly notices: { readonly userId: string; readonly event: SecurityEvent }[]
  /** Deletes the account. */
  remove(person: TestPerson): void
  count(): number
}

/** In-memory accounts in place of the auth service, which the platform uses only as this port. */
export function createTestAccounts(): TestAccounts {
  const accounts = new Map<string, { userId: string; password: string }>()
  const sessions = new Map<string, Exclude<VerifiedAccount, { reason: string }>>()
  const ended = new Map<string, 'expired' | 'signed_out' | 'second_factor_required'>()
  const notices: { userId: string; event: SecurityEvent }[] = []
  return {
    notices,
    notifyOwner: (userId, event) => void notices.push({ userId, event }),
    async vouchFor() {},
    async createAccount({ email, password }) {
      // Waits for one turn of the event loop, so that concurrent calls can interleave.
      await new Promise((resolve) => setImmediate(resolve))
      if (accounts.has(email.toLowerCase()))
        throw new AppError('account_exists', 'This address has an account.', { status: 409 })
      const userId = randomUUID()
      accounts.set(email.toLowerCase(), { userId, password })
      return userId
    },
    async findAccount({ email, password }) {
      const found = accounts.get(email.toLowerCase())
      return found?.password === password ? found.userId : undefined
    },
    async readAccount(userId) {
      for (const account of sessions.values()) if (account.userId === userId) return account
      return undefined
    },
    async verifyAccessToken(token) {
      const reason = ended.get(token)
      if (reason) return { reason }
      return sessions.get(token) ?? { reason: 'invalid' }
    },
    signIn(email) {
      const known = accounts.get(email.toLowerCase())
      const userId = known?.userId ?? randomUUID()
      if (!known) accounts.set(email.toLowerCase(), { userId, password: randomUUID() })
      const token = randomUUID()
      sessions.set(token, { userId, email, hasSecondFactor: false, sessionId: randomUUID() })
      return { userId, email, token }
    },
    end: (token, reason) => void ended.set(token, reason),
    rename({ token, userId }, email) {
      const sessionId = sessions.get(token)?.sessionId ?? randomUUID()
      sessions.set(token, { userId, email, hasSecondFactor: false, sessionId })
    },
    async listSessions(userId) {
      return [...sessions.values()]
        .filter((each) => each.userId === userId)
        .map(({ sessionId: id, hasSecondFactor }) => ({
          id,
          createdAt: null,
          lastUsedAt: null,
          ip: null,
          device: '',
          hasSecondFactor,
        }))
    },
    async endSession(userId, id) {
      const found = [...sessions].find(
        ([, each]) => each.userId === userId && each.sessionId === id,
      )
      if (!found) throw new AppError('session_not_found', 'It has ended.', { status: 404 })
      sessions.delete(found[0])
    },
    async endOtherSessions(userId, keep) {
      for (const [token, each] of sessions)
        if (each.userId === userId && each.sessionId !== keep) sessions.delete(token)
    },
    async deleteAccount(userId) {
      for (const [email, account] of accounts) if (account.userId === userId) accounts.delete(email)
      for (const [token, each] of sessions) if (each.userId === userId) sessions.delete(token)
    },
    async removeFactors(email) {
      if (!accounts.has(email.toLowerCase()))
        throw new AppError('account_not_found', 'No account has this email address.', {
          status: 404,
        })
      const theirs = [...sessions].filter(([, each]) => each.email === email)
      const had = theirs.some(([, { hasSecondFactor }]) => hasSecondFactor)
      for (const [token, each] of theirs) sessions.set(token, { ...each, hasSecondFactor: false })
      return had ? 1 : 0
    },
    proveSecondFactor({ token }) {
      const session = sessions.get(token)
      if (session) sessions.set(token, { ...session, hasSecondFactor: true })
    },
    remove({ userId }) {
      for (const [token, account] of sessions) if (account.userId === userId) sessions.delete(token)
    },
    count: () => accounts.size,
  }
}
