import { timingSafeEqual } from 'node:crypto'
import type { CancelKey } from './startup-message.ts'

/** Maps the cancel keys of open sessions to their clusters' sockets. */
export type CancelKeys = {
  /** Registers a session. The returned function removes it and may be called repeatedly. */
  remember(key: CancelKey, socketPath: string): () => void
  /** The cluster's socket; undefined for a key of no open session. */
  find(key: CancelKey): string | undefined
}

type Entry = { readonly secret: Buffer; readonly socketPath: string }

/** Process ids of different clusters collide, so a session is found by id and secret together. */
export function createCancelKeys(): CancelKeys {
  const byPid = new Map<number, Set<Entry>>()
  return {
    remember({ pid, secret }, socketPath) {
      const entry = { secret: Buffer.from(secret), socketPath }
      const entries = byPid.get(pid) ?? new Set()
      entries.add(entry)
      byPid.set(pid, entries)
      return () => {
        entries.delete(entry)
        if (entries.size === 0 && byPid.get(pid) === entries) byPid.delete(pid)
      }
    },
    find({ pid, secret }) {
      for (const entry of byPid.get(pid) ?? []) {
        if (entry.secret.length === secret.length && timingSafeEqual(entry.secret, secret))
          return entry.socketPath
      }
      return undefined
    },
  }
}
