import type { Fleet, Lease } from '../../fleet/port.ts'
import type { InternalRole, Passwords } from '../../fleet/machine/passwords.ts'
import { AppError } from '../../lib/errors.ts'
import type { Log } from '../../lib/log.ts'
import { createDatabase, type Database, type ServiceRole } from '../../postgres/database.ts'
import { fromVerifyingKeys } from '../../project/keys/verifying-keys.ts'
import type { KeyRing } from '../../project/keys/key-ring.ts'
import type { Project } from '../../project/project.ts'
import type { Service } from '../../project/service.ts'
import { createSettings, type Settings } from '../../project/settings.ts'
import { isUnavailable, type MainLink } from './main-link.ts'
import type { NodePeers } from './node-peers.ts'
import type { ProjectFacts } from './protocol.ts'

/** The projects whose clients a node serves, as the main server describes them. */
export type NodeProjects = Pick<Fleet, 'acquire'> & {
  changed(facts: ProjectFacts): void
  ended(ref: string): void
  /** Requests every project again after the connection to the main server was reopened. */
  renew(): void
  close(): Promise<void>
}

type Options = {
  readonly link: () => MainLink
  readonly service: () => Service
  readonly peers: NodePeers
  readonly passwords: Passwords
  readonly log: Log
}

/** A node's state for a project while it has clients of it. */
type Entry = {
  readonly project: Project
  readonly database: Database
  facts: ProjectFacts
  keys: KeyRing
  settings: Settings
  users: number
  linger: NodeJS.Timeout | undefined
}

/** Each node opens its own connections, out of the 60 that a project's Postgres accepts. */
const CALLER_CONNECTIONS = 3
const SERVICE_CONNECTIONS = 3
const CONNECTION_IDLE_MS = 20_000
/** A project without clients here is released after this time. */
const LINGER_MS = 10_000
const RENEW_MS = 500

export function createNodeProjects(options: Options): NodeProjects {
  const { peers, passwords, log } = options
  const entries = new Map<string, Entry>()
  /** Projects that are being requested, which must not be released at the same time. */
  const asking = new Map<string, number>()

  function create(facts: ProjectFacts): Entry {
    const { ref, endedAt } = facts
    peers.acquired(ref, endedAt)
    const database = createDatabase({
      endpoint: { host: facts.socketDir, port: facts.port, database: 'postgres' },
      login: (role) => ({ user: role, password: passwords.of(ref, internal(role)) }),
      maxCallerConnections: CALLER_CONNECTIONS,
      maxServiceConnections: SERVICE_CONNECTIONS,
      idleMs: CONNECTION_IDLE_MS,
    })
    const entry: Entry = {
      database,
      facts,
      keys: keysOf(facts),
      settings: createSettings(settingsOf(facts)),
      users: 0,
      linger: undefined,
      project: {
        ref,
        database,
        get apiUrl() {
          return entry.facts.apiUrl
        },
        get keys() {
          return entry.keys
        },
        get settings() {
          return entry.settings
        },
        folder: notHere,
        addJob: async () => notHere(),
        count: (_service, meter, amount) => peers.count(ref, meter, amount),
        log: () => logOf(ref),
        // The main server keeps the project awake while this node has it.
        holdAwake: () => () => {},
      },
    }
    entries.set(ref, entry)
    return entry
  }

  const keysOf = ({ ref, keys }: ProjectFacts): KeyRing =>
    fromVerifyingKeys(keys, (key) => options.link().send({ kind: 'key_used', ref, key }))

  function update(entry: Entry, facts: ProjectFacts): void {
    const before = entry.facts
    entry.facts = facts
    const isSame = (name: 'keys' | 'settings') =>
      JSON.stringify(before[name]) === JSON.stringify(facts[name])
    if (!isSame('keys')) entry.keys = keysOf(facts)
    peers.acquired(facts.ref, facts.endedAt)
    if (isSame('settings')) return
    entry.settings = createSettings(settingsOf(facts))
    options.service().settingsChanged?.(entry.project)
  }

  function logOf(ref: string): Log {
    const write =
      (level: keyof Log): Log['info'] =>
      (fields, message) => {
        const { link } = options
        if (link().isUp) link().send({ kind: 'log', ref, level, fields: plain(fields), message })
        else log[level]({ ...fields, ref }, message)
      }
    return {
      debug: write('debug'),
      info: write('info'),
      warn: write('warn'),
      error: write('error'),
    }
  }

  async function factsOf(ref: string): Promise<ProjectFacts | undefined> {
    asking.set(ref, (asking.get(ref) ?? 0) + 1)
    try {
      return await options.link().acquire(ref)
    } catch (error) {
      // Connected clients are served even without the main server.
      if (!isUnavailable(error) || !entries.has(ref)) throw error
      return undefined
    } finally {
      const left = (asking.get(ref) ?? 1) - 1
      if (left > 0) asking.set(ref, left)
      else asking.delete(ref)
    }
  }

  function releaseLater(entry: Entry): void {
    clearTimeout(entry.linger)
    const { ref } = entry.facts
    if (entries.get(ref) !== entry) return
    entry.linger = setTimeout(() => {
      if (asking.has(ref)) return releaseLater(entry)
      options.link().send({ kind: 'release', ref })
      void end(entry)
    }, LINGER_MS)
    entry.linger.unref()
  }

  /** A main server that has just started refuses projects for a moment. */
  function renewOne(entry: Entry): void {
    const { ref } = entry.facts
    if (entries.get(ref) !== entry) return
    factsOf(ref).then(
      (facts) => facts && update(entry, facts),
      (error: unknown) => {
        if (!isTemporary(error)) return end(entry)
        setTimeout(() => renewOne(entry), RENEW_MS).unref()
      },
    )
  }

  async function end(entry: Entry): Promise<void> {
    const { ref } = entry.facts
    clearTimeout(entry.linger)
    if (entries.get(ref) === entry) entries.delete(ref)
    try {
      await options.service().stop?.(entry.project)
    } catch (error) {
      log.error({ err: error, ref }, 'A project did not stop on this node.')
    }
    await entry.database.close()
  }

  return {
    async acquire(ref): Promise<Lease> {
      const facts = await factsOf(ref)
      const known = entries.get(ref)
      if (known && facts) update(known, facts)
      const entry = known ?? (facts && create(facts))
      if (!entry) throw new Error('A project was released while it was asked for')
      clearTimeout(entry.linger)
      entry.users += 1
      let isReleased = false
      return {
        project: entry.project,
        faultOf: () => undefined,
        isOver: () => entries.get(ref) !== entry,
        release() {
          if (isReleased) return
          isReleased = true
          entry.users -= 1
          if (entry.users === 0) releaseLater(entry)
        },
      }
    },
    changed(facts) {
      const entry = entries.get(facts.ref)
      if (entry) update(entry, facts)
    },
    ended(ref) {
      const entry = entries.get(ref)
      if (entry) void end(entry)
    },
    renew() {
      for (const entry of entries.values()) renewOne(entry)
    },
    async close() {
      await Promise.all([...entries.values()].map(end))
    },
  }
}

const SERVICE_UNAVAILABLE = 503
const isTemporary = (error: unknown): boolean =>
  error instanceof AppError && error.status === SERVICE_UNAVAILABLE

const settingsOf = ({ settings }: ProjectFacts) =>
  Object.fromEntries(
    Object.entries(settings).map(([name, values]) => [name, Object.fromEntries(entriesOf(values))]),
  )

const entriesOf = (value: unknown): readonly [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []

/** Fields in their JSON form; an error becomes its text. */
const plain = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value instanceof Error ? (value.stack ?? String(value)) : value,
    ]),
  )

function internal(role: ServiceRole): InternalRole {
  if (role === 'postgres') throw new Error('A node does not sign in as the owner of a project')
  return role
}

function notHere(): never {
  throw new Error('A node has no folders and no jobs')
}
