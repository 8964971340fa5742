import type { InternalRole, Passwords } from '../../fleet/machine/passwords.ts'
import type { Log } from '../../lib/log.ts'
import { createDatabase, type Database, type ServiceRole } from '../../postgres/database.ts'
import { fromVerifyingKeys } from '../../project/keys/verifying-keys.ts'
import type { KeyRing } from '../../project/keys/key-ring.ts'
import type { Project } from '../../project/project.ts'
import type { Service } from '../../project/service.ts'
import { createSettings, type Settings } from '../../project/settings.ts'
import type { MainLink } from './main-link.ts'
import type { NodePeers } from './node-peers.ts'
import type { ProjectFacts } from './protocol.ts'

export type NodeProjectsOptions = {
  readonly link: () => MainLink
  readonly service: () => Service
  readonly peers: NodePeers
  readonly passwords: Passwords
  readonly log: Log
}

/** A node's state for a project while it has clients of it. */
export type NodeProject = {
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

export function openProject(options: NodeProjectsOptions, facts: ProjectFacts): NodeProject {
  const { peers } = options
  const { ref, endedAt } = facts
  peers.acquired(ref, endedAt)
  const database = openDatabase(options, facts)
  const entry: NodeProject = {
    database,
    facts,
    keys: keysOf(options, facts),
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
      log: () => logOf(options, ref),
      // The main server's log store finds the columns by their names.
      writeLog: (_source, { severity, columns, message }) =>
        logOf(options, ref)[severity === 'warning' ? 'warn' : severity](columns, message),
      // The main server keeps the project awake while this node has it.
      holdAwake: () => () => {},
    },
  }
  return entry
}

const openDatabase = (
  { passwords }: Pick<NodeProjectsOptions, 'passwords'>,
  { ref, socketDir, port }: ProjectFacts,
): Database =>
  createDatabase({
    endpoint: { host: socketDir, port, database: 'postgres' },
    login: (role) => ({ user: role, password: passwords.of(ref, internal(role)) }),
    maxCallerConnections: CALLER_CONNECTIONS,
    maxServiceConnections: SERVICE_CONNECTIONS,
    idleMs: CONNECTION_IDLE_MS,
  })

/** Takes over what the main server says about a project. */
export function updateProject(
  options: NodeProjectsOptions,
  entry: NodeProject,
  facts: ProjectFacts,
): void {
  const before = entry.facts
  entry.facts = facts
  const isSame = (name: 'keys' | 'settings') =>
    JSON.stringify(before[name]) === JSON.stringify(facts[name])
  if (!isSame('keys')) entry.keys = keysOf(options, facts)
  options.peers.acquired(facts.ref, facts.endedAt)
  if (isSame('settings')) return
  entry.settings = createSettings(settingsOf(facts))
  options.service().settingsChanged?.(entry.project)
}

const keysOf = ({ link }: NodeProjectsOptions, { ref, keys }: ProjectFacts): KeyRing =>
  fromVerifyingKeys(keys, (key) => link().send({ kind: 'key_used', ref, key }))

function logOf({ link, log }: NodeProjectsOptions, ref: string): Log {
  const write =
    (level: keyof Log): Log['info'] =>
    (fields, message) => {
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
