import { realtimeSettings, type RealtimeSettings } from '@stoa/contract/services/realtime/settings'
import type { Clock } from '../../lib/clock.ts'
import { withDeadline } from '../../lib/deadline.ts'
import type { SecretBox } from '../../lib/secret-box.ts'
import type { Peers } from '../../project/peers.ts'
import type { Project } from '../../project/project.ts'
import { createChanges, type Changes } from './changes/changes.ts'
import type { SlotKind } from './changes/slot.ts'
import { createFanOut, type FanOut } from './channels/fan-out.ts'
import { createProjectLimits, type ProjectLimits } from './channels/limits.ts'
import { createPresenceBook, type PresenceBook } from './channels/presence.ts'
import type { Activity } from './metrics/activity.ts'
import { createExchange, type Exchange } from './nodes/exchange.ts'
import { createRemotePresence } from './nodes/remote-presence.ts'
import type { Tokens } from './tokens.ts'

/** Maximum memory for the presences of one project. */
const MAX_PRESENCE_BYTES = 32 * 1024 * 1024

/** The hub's control of an open WebSocket. */
export type OpenSocket = {
  /** Ends the connection with a close frame; a client reconnects. */
  close(code: number, reason: string): void
  /** Resolves when the connection has ended. */
  readonly closed: Promise<void>
  /** Ends it if it has been silent or without channels for too long. */
  sweep(): void
  /** Ends the channels whose tokens the project's keys no longer verify. */
  recheck(): void
}

export type HubDeps = {
  readonly clock: Clock
  readonly tokens: Tokens
  readonly newId: () => string
  readonly activity: Activity
  readonly peers: Peers
  /** Seals the messages that nodes exchange. */
  readonly box: SecretBox
  /** On a node, changes are read from a slot that ends with it. */
  readonly slot: SlotKind
}

/** The realtime state of one running project. */
export type Hub = HubDeps & {
  readonly project: Project
  /** Delivers to the clients of all nodes. */
  readonly fanOut: FanOut
  readonly nodes: Exchange
  readonly presence: PresenceBook
  readonly limits: ProjectLimits
  readonly changes: Changes
  readonly sockets: Set<OpenSocket>
  /** New sockets are closed again. */
  readonly isEnding: boolean
  readonly settings: () => RealtimeSettings
  /** Disconnects every client; they reconnect at once. */
  reconnect(reason: string): void
  /** Stops delivering changes, and disconnects every client. */
  end(reason: string): Promise<void>
  /** Resolves when every client is gone, or after some seconds. */
  gone(): Promise<void>
  close(): Promise<void>
}

/** The close code that tells clients to reconnect. */
export const SERVICE_RESTART = 1012
/** How long a client may take to end its connection after it was told to. */
const GOODBYE_MS = 2000
const SWEEP_MS = 15_000
/** How often the project's keys are checked. */
const RECHECK_MS = 1000

export function createHub(project: Project, deps: HubDeps): Hub {
  const settings = () => project.settings.of(realtimeSettings)
  const sockets = new Set<OpenSocket>()
  const { activity } = deps
  const local = createFanOut((count) => activity.count('deliveries', count))
  const remote = createRemotePresence()
  const presence = createPresenceBook({
    newRef: deps.newId,
    maxBytes: MAX_PRESENCE_BYTES,
    others: remote.of,
  })
  const nodes = createExchange({
    ...deps,
    project,
    local,
    presence,
    remote,
    dropped: (count) => activity.count('errors', count),
  })
  // Each node reads the database's changes and messages itself.
  const changes = createChanges({
    ...deps,
    project,
    fanOut: local,
    subscribed: (channel) => deps.peers.tookOver?.(project.ref, channel),
  })
  const sweep = setInterval(() => {
    for (const socket of sockets) socket.sweep()
    activity.settle()
  }, SWEEP_MS)
  sweep.unref()
  let { keys } = project
  const recheck = setInterval(() => {
    // A change of keys creates a new ring.
    if (project.keys === keys) return
    keys = project.keys
    for (const socket of sockets) socket.recheck()
  }, RECHECK_MS)
  recheck.unref()
  let ending: Promise<void> | undefined

  function disconnect(reason: string): void {
    for (const socket of sockets) socket.close(SERVICE_RESTART, reason)
  }

  function end(reason: string): Promise<void> {
    // Channels that close from here on are expected to return.
    ending ??= changes.end().finally(() => disconnect(reason))
    return ending
  }

  return {
    ...deps,
    project,
    fanOut: nodes.fanOut,
    nodes,
    presence,
    limits: createProjectLimits(deps.clock, settings),
    changes,
    sockets,
    settings,
    reconnect(reason) {
      void changes.interrupt().finally(() => disconnect(reason))
    },
    end,
    async gone() {
      const all = Promise.all([...sockets].map(({ closed }) => closed))
      await withDeadline(GOODBYE_MS, () => all).catch(() => {
        // Cuts the connections of the remaining clients.
      })
    },
    get isEnding() {
      return ending !== undefined
    },
    async close() {
      clearInterval(sweep)
      clearInterval(recheck)
      try {
        await end('The project is stopping')
        await changes.close()
      } finally {
        await nodes.close()
        activity.settle()
      }
    },
  }
}
