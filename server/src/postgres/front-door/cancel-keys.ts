import { timingSafeEqual } from 'node:crypto'
import type { CancelKey } from './startup-message.ts'

/** Finds the cluster that a cancel request is for. */
export type CancelKeys = {
  /** Remembers a session. The returned function forgets it and can be called more than once. */
  remember(key: CancelKey, socketPath: string): () => void
  /** The socket of the session's cluster; undefined if no open session has this key. */
  find(key: CancelKey): string | undefined
}

type Entry = { readonly secret: Buffer; readonly socketPath: string }

/** Different clusters use the same process ids, so a session is found by id and secret together. */
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
