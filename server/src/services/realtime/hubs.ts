import { realtimeSettings } from '@stoa/contract/services/realtime/settings'
import { WebSocketServer } from 'ws'
import { AppError } from '../../lib/errors.ts'
import { noSuchSocket } from '../../lib/refusals.ts'
import type { Project } from '../../project/project.ts'
import type { Upgrade } from '../../project/service.ts'
import { hasLeftover, RETURN_MS } from './changes/recovery.ts'
import { serveSocket } from './connection.ts'
import { createHub, type Hub, type HubDeps } from './hub.ts'
import type { Activities } from './metrics/activity.ts'
import { followEnds } from './nodes/ends.ts'

/** The hubs of the running projects. A project gets one with its first client. */
export type Hubs = {
  of(project: Project): Hub
  /** Takes over the state of the project that an earlier server left. */
  start(project: Project): Promise<void>
  stop(project: Project): Promise<void>
  /** Disconnects all clients of all projects, which reconnect to another server. */
  end(): Promise<void>
  settingsChanged(project: Project): void
  upgrade(upgrade: Upgrade): void
}

type Deps = Omit<HubDeps, 'activity' | 'slot'> & {
  readonly activities: Activities
  readonly isNode: boolean
}

/** The fields of a frame besides its payload. */
const FRAME_BYTES = 8 * 1024
/** How late the end of another process can be noticed. */
const NOTICE_MS = 15_000

export function createHubs({ activities, isNode, ...deps }: Deps): Hubs {
  const { peers, clock } = deps
  const running = new Map<Project, { readonly hub: Hub; server: WebSocketServer }>()
  const now = () => clock.now().getTime()

  function runningOf(project: Project) {
    const found = running.get(project)
    if (found) return found
    const slot = isNode ? 'temporary' : 'kept'
    const hub = createHub(project, { ...deps, activity: activities.of(project), slot })
    const created = { hub, server: serverFor(project) }
    running.set(project, created)
    if (isNode) doubt(project, hub)
    return created
  }
  const hubOf = (project: Project) => runningOf(project).hub

  /** Clients of processes that have ended may reconnect to this node, which does not know them. */
  function doubt({ ref }: Project, { changes }: Hub): void {
    const endedAt = peers.endedAt(ref)
    const until = endedAt + RETURN_MS
    if (until > now()) changes.doubt({ since: endedAt - NOTICE_MS, until })
  }
  peers.onEnd((ref) => {
    for (const [project, { hub }] of running) if (project.ref === ref) doubt(project, hub)
  })
  // A node has no folder for notes; the main server tells it about ended processes.
  const ends = isNode ? undefined : followEnds({ peers, clock, hubOf })

  return {
    of: hubOf,
    async start(project) {
      // Most projects have no state to take over.
      if (await hasLeftover(project)) {
        const { changes } = hubOf(project)
        await changes.recover()
        // Its clients can also reconnect to a node.
        peers.noteEnd(project.ref, changes.expectedUntil() - RETURN_MS)
      }
      ends?.started(project)
    },
    async stop(project) {
      ends?.stopped(project)
      const found = running.get(project)
      running.delete(project)
      await found?.hub.close()
    },
    async end() {
      peers.leave?.()
      const hubs = [...running.values()].map(({ hub }) => hub)
      await Promise.all(hubs.map((hub) => hub.end('The server is restarting')))
      await Promise.all(hubs.map((hub) => hub.gone()))
    },
    settingsChanged(project) {
      const found = running.get(project)
      if (!found) return
      const { hub } = found
      found.server = serverFor(project)
      // With several processes, a client can reconnect to another one.
      if (ends?.hasNodes(project) ?? true)
        hub.changes.doubt({ since: now(), until: now() + RETURN_MS })
      hub.reconnect('The settings have changed')
    },
    upgrade({ request, socket, head, project, caller, path, query }) {
      if (path !== '/websocket') throw noSuchSocket('Connect to /realtime/v1/websocket.')
      const { hub, server } = runningOf(project)
      const most = hub.settings().max_concurrent_users
      // Clients just above the limit get an error when they join; further ones are refused at once.
      if (hub.sockets.size >= 2 * most + 10) {
        hub.activity.count('refusals')
        throw tooManyConnections()
      }
      const version = query.get('vsn') === '2.0.0' ? '2.0.0' : '1.0.0'
      const isSurplus = hub.sockets.size >= most
      server.handleUpgrade(request, socket, head, (client) => {
        hub.activity.count('connections')
        serveSocket(hub, client, { connection: socket, version, caller, isSurplus })
      })
    },
  }
}

const serverFor = (project: Project) =>
  new WebSocketServer({
    noServer: true,
    clientTracking: false,
    // Each compressed connection takes more memory than its messages are worth.
    perMessageDeflate: false,
    maxPayload: project.settings.of(realtimeSettings).max_payload_size_in_kb * 1024 + FRAME_BYTES,
  })

const tooManyConnections = () =>
  new AppError('ConnectionRateLimitReached', 'Too many connected users.', {
    status: 429,
    hint: 'Close connections that you do not need, or raise the limit under Realtime → Settings.',
  })
