import { networkOf } from '../../lib/network-of.ts'

/** The progress of a connection that has not signed in. Only the first two can be dropped for a new connection. */
export type Progress = 'silent' | 'speaking' | 'authenticating'

/** A connection's place among the pending connections. */
export type Pending = {
  advance(progress: Progress): void
  /** Frees the place; can be called more than once. */
  leave(): void
}

export type Limits = {
  /**
   * A place for a new connection from `address`; undefined if no other can be dropped for it. `drop`
   * is called when a later connection takes the place: at most once, and not after `leave`.
   */
  admit(address: string, drop: () => void): Pending | undefined
  /** A place among a project's connections. The returned function frees it and can be called more than once. */
  enterProject(ref: string): (() => void) | undefined
}

export type LimitOptions = {
  readonly maxPending: number
  /** Pending connections per address; for IPv6 per /64 network. */
  readonly maxPerAddress: number
  readonly maxPerProject: number
}

type Entry = { readonly address: string; readonly drop: () => void; progress: Progress }

/**
 * Keeps stalled connections from blocking others. At a limit, the oldest connection that has sent
 * nothing is dropped. If all silent connections are new, the oldest that has not finished its
 * start-up message is dropped. A client that sends at once therefore gets in, however many stall.
 */
export function createLimits(options: LimitOptions): Limits {
  // A Set keeps the order of arrival.
  const pending = new Set<Entry>()
  const perAddress = new Map<string, number>()
  const perProject = new Map<string, number>()

  function remove(entry: Entry): boolean {
    if (!pending.delete(entry)) return false
    add(perAddress, entry.address, -1)
    return true
  }

  function makeRoom(isCandidate: (entry: Entry) => boolean): boolean {
    const candidates = [...pending].filter(
      (entry) => entry.progress !== 'authenticating' && isCandidate(entry),
    )
    const silent = candidates.findIndex((entry) => entry.progress === 'silent')
    // Every connection is silent at first, so a new one is kept while older ones have stalled.
    const isStale = silent >= 0 && silent <= candidates.length / 2
    const chosen = candidates[isStale ? silent : 0]
    if (!chosen) return false
    remove(chosen)
    chosen.drop()
    return true
  }

  return {
    admit(remoteAddress, drop) {
      const address = networkOf(remoteAddress)
      if (
        (perAddress.get(address) ?? 0) >= options.maxPerAddress &&
        !makeRoom((entry) => entry.address === address)
      )
        return undefined
      if (pending.size >= options.maxPending && !makeRoom(() => true)) return undefined
      const entry: Entry = { address, drop, progress: 'silent' }
      pending.add(entry)
      add(perAddress, address, 1)
      return {
        advance: (progress) => (entry.progress = progress),
        leave: () => remove(entry),
      }
    },
    enterProject(ref) {
      if ((perProject.get(ref) ?? 0) >= options.maxPerProject) return undefined
      add(perProject, ref, 1)
      let isInside = true
      return () => {
        if (isInside) add(perProject, ref, -1)
        isInside = false
      }
    },
  }
}

function add(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + change
  if (count > 0) counts.set(key, count)
  if (count <= 0) counts.delete(key)
}
