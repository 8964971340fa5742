import type { Context } from '../context.ts'
import { createOneTimeToken } from '../one-time-token.ts'
import { hasOperator, lockSettings, setOwnerTokenDigest } from './queries.ts'

/**
 * A fresh one-time link for the first account, while there is no operator; undefined once there is
 * one. Each new link invalidates earlier ones, and only a digest is stored.
 */
export function createOwnerLink({
  session,
  addresses,
}: Pick<Context, 'addresses' | 'session'>): Promise<string | undefined> {
  return session.transaction(async (tx) => {
    await lockSettings(tx)
    if (await hasOperator(tx)) return undefined
    const { token, digest } = createOneTimeToken()
    await setOwnerTokenDigest(tx, digest)
    return `${addresses().publicUrl}/setup?token=${token}`
  })
}
