import type { Clock } from '../../lib/clock.ts'
import { SQL_STATE, type Refusal } from './error-response.ts'

/** An address, or a network of IPv6, that has sent too many wrong passwords to one project. */
export type Ban = {
  /** As `networkOf` writes it. */
  readonly network: string
  readonly until: Date
  readonly failures: number
}

/** Counts wrong passwords, and bans their senders from the project for some time. */
export type Bans = {
  /** Records a wrong password. Returns the ban that it causes. */
  failed(ref: string, network: string): Ban | undefined
  /** The ban of a network at a project; undefined if it can connect. */
  find(ref: string, network: string): Ban | undefined
  /** The bans of a project that have not ended, the latest first. */
  list(ref: string): readonly Ban[]
  /** Ends bans, and forgets the failures behind them. Returns the networks that were banned. */
  lift(ref: string, networks: readonly string[]): readonly string[]
  /** Continues bans of an earlier run; those that have ended are left out. */
  restore(bans: readonly ProjectBan[]): void
}

/** A ban of a network from one project. */
export type ProjectBan = Ban & { readonly ref: string }

/** When an address is banned from a project, and for how long. */
export type BanRule = {
  readonly maxFailures: number
  readonly withinMinutes: number
  readonly banMinutes: number
}

/** Networks whose failures are remembered for one project. */
export const MAX_NETWORKS_PER_PROJECT = 1000
const MINUTE_MS = 60_000

/** Addresses of this machine: a proxy on it makes all of its clients appear as one of these. */
const NEVER_BANNED: ReadonlySet<string> = new Set(['127.0.0.1', '0:0:0:0::/64'])

type Entry = { failures: number; readonly since: number; bannedUntil: number | undefined }

/**
 * Failures count from the first one for some minutes. A correct password in between changes nothing,
 * because a guesser can have an account of their own. Failures are kept in memory alone; `onBan` is
 * called with each ban, for a record that outlives the process.
 */
export function createBans(clock: Clock, rule: BanRule, onBan?: (ban: ProjectBan) => void): Bans {
  const projects = new Map<string, Map<string, Entry>>()
  const now = () => clock.now().getTime()
  const endOf = ({ bannedUntil, since }: Entry) =>
    bannedUntil ?? since + rule.withinMinutes * MINUTE_MS

  /** The entries of a project that still count. */
  function entriesOf(ref: string): Map<string, Entry> {
    const entries = projects.get(ref) ?? new Map<string, Entry>()
    for (const [network, entry] of entries) if (endOf(entry) <= now()) entries.delete(network)
    if (entries.size === 0) projects.delete(ref)
    return entries
  }

  function current(ref: string, network: string): Entry | undefined {
    const entry = projects.get(ref)?.get(network)
    return entry && endOf(entry) > now() ? entry : undefined
  }

  function add(
    ref: string,
    network: string,
    entry: Entry = { failures: 0, since: now(), bannedUntil: undefined },
  ): Entry {
    const entries = entriesOf(ref)
    if (entries.size >= MAX_NETWORKS_PER_PROJECT) makeRoom(entries)
    entries.set(network, entry)
    projects.set(ref, entries)
    return entry
  }

  return {
    failed(ref, network) {
      if (NEVER_BANNED.has(network)) return undefined
      const entry = current(ref, network) ?? add(ref, network)
      entry.failures += 1
      if (entry.failures < rule.maxFailures || entry.bannedUntil !== undefined) return undefined
      entry.bannedUntil = now() + rule.banMinutes * MINUTE_MS
      const ban = banOf(network, entry)
      if (ban) onBan?.({ ...ban, ref })
      return ban
    },
    find(ref, network) {
      const entry = current(ref, network)
      return entry && banOf(network, entry)
    },
    list: (ref) =>
      [...entriesOf(ref)]
        .flatMap(([network, entry]) => banOf(network, entry) ?? [])
        .sort((left, right) => right.until.getTime() - left.until.getTime()),
    lift(ref, networks) {
      const entries = entriesOf(ref)
      const lifted = networks.filter((network) => entries.get(network)?.bannedUntil !== undefined)
      for (const network of lifted) entries.delete(network)
      if (entries.size === 0) projects.delete(ref)
      return lifted
    },
    restore(bans) {
      for (const { ref, network, failures, until } of bans)
        if (until.getTime() > now())
          add(ref, network, { failures, since: now(), bannedUntil: until.getTime() })
    },
  }
}

const banOf = (network: string, { bannedUntil, failures }: Entry): Ban | undefined =>
  bannedUntil === undefined ? undefined : { network, until: new Date(bannedUntil), failures }

/** Drops the oldest network that is not banned, or else the oldest ban. */
function makeRoom(entries: Map<string, Entry>): void {
  const oldest = [...entries].find(([, { bannedUntil }]) => bannedUntil === undefined)
  const [network] = oldest ?? [...entries.keys()]
  if (network !== undefined) entries.delete(network)
}

/** Tells a banned client until when it has to wait. */
export const refusedByBan = ({ network, until }: Ban, ref: string): Refusal => ({
  sqlState: SQL_STATE.invalidAuthorization,
  message: `address ${network} is banned from project "${ref}" until ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  detail: 'Too many connections from it had a wrong password.',
  hint: 'Wait until then, or ask a member of the project to lift the ban under Database > Network access in the dashboard.',
})
