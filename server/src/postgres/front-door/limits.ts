import { isIPv6 } from 'node:net'

/**
 * The state of a connection before its password is checked. Only the first two states may be
 * dropped for a newcomer.
 */
export type Progress = 'silent' | 'speaking' | 'authenticating'

/** A connection's place among the pending ones. */
export type Pending = {
  advance(progress: Progress): void
  /** Frees the place; may be called repeatedly. */
  leave(): void
}

export type Limits = {
  /**
   * Reserves a place for a new connection from `address`; undefined if no connection can be dropped
   * for it. `drop` is called when a newcomer takes the place: at most once, and not after `leave`.
   */
  admit(address: string, drop: () => void): Pending | undefined
  /**
   * Reserves one of a project's places. The returned function frees it and may be called
   * repeatedly.
   */
  enterProject(ref: string): (() => void) | undefined
}

export type LimitOptions = {
  readonly maxPending: number
  /** Pending connections from one address; for IPv6 from one /64 network. */
  readonly maxPerAddress: number
  readonly maxPerProject: number
}

type Entry = { readonly address: string; readonly drop: () => void; progress: Progress }

/**
 * Keeps half-open connections from starving real ones. At a limit, the oldest silent connection is
 * dropped, or, if all silent ones are new, the oldest with an unfinished start-up message. So a
 * client that sends at once gets in, however many others stall.
 */
export function createLimits(options: LimitOptions): Limits {
  // A Set keeps the insertion order.
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
    // Every connection is silent at first: a new one is spared while older ones stall.
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

/** The address for counting: an IPv6 host has a whole /64 network. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? []
  const groups = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  if (tail !== undefined) while (groups.length + last.length < 8) groups.push('0')
  const network = [...groups, ...last].slice(0, 4).map((group) => parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}

function add(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + change
  if (count > 0) counts.set(key, count)
  if (count <= 0) counts.delete(key)
}
