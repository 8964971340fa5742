import { createLocalJWKSet, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import type { Clock } from '../../../lib/clock.ts'
import type { Outgoing } from '../../../lib/outgoing.ts'
import { getJson } from './provider-requests.ts'

/** The public keys of other services, by address. */
export type JwksCache = {
  /** The keys at an address. They are fetched again when a token names an unknown one. */
  keysAt(outgoing: Outgoing, url: string): JWTVerifyGetKey
}

type Entry = { readonly resolve: JWTVerifyGetKey; readonly fetchedAt: number }

const MAX_ADDRESSES = 500
const MAX_AGE_MS = 10 * 60_000
/** Limits how often tokens with unknown key IDs make the server fetch the keys. */
const MIN_AGE_MS = 60_000

const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) })

export function createJwksCache(clock: Clock): JwksCache {
  const entries = new Map<string, Promise<Entry>>()

  async function load(outgoing: Outgoing, url: string): Promise<Entry> {
    const keys = KeySet.parse(await getJson(outgoing, { url }))
    const resolve = createLocalJWKSet(keys)
    return { resolve, fetchedAt: clock.now().getTime() }
  }

  function refresh(outgoing: Outgoing, url: string): Promise<Entry> {
    const loading = load(outgoing, url)
    entries.delete(url)
    entries.set(url, loading)
    for (const oldest of entries.keys()) {
      if (entries.size <= MAX_ADDRESSES) break
      entries.delete(oldest)
    }
    loading.catch(() => {
      if (entries.get(url) === loading) entries.delete(url)
    })
    return loading
  }

  return {
    keysAt: (outgoing, url) => async (header, token) => {
      const ageOf = (entry: Entry) => clock.now().getTime() - entry.fetchedAt
      let entry = await (entries.get(url) ?? refresh(outgoing, url))
      if (ageOf(entry) > MAX_AGE_MS) entry = await refresh(outgoing, url)
      try {
        return await entry.resolve(header, token)
      } catch (error) {
        if (ageOf(entry) < MIN_AGE_MS) throw error
        return (await refresh(outgoing, url)).resolve(header, token)
      }
    },
  }
}
