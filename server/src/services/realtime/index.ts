import { randomUUID } from 'node:crypto'
import { realtimeSettings } from '@stoa/contract/services/realtime/settings'
import { WebSocketServer } from 'ws'
import type { Clock } from '../../lib/clock.ts'
import { createSecretBox } from '../../lib/secret-box.ts'
import type { Peers } from '../../project/peers.ts'
import { AppError } from '../../lib/errors.ts'
import { sql } from '../../postgres/sql.ts'
import type { Project } from '../../project/project.ts'
import type { Service, Upgrade } from '../../project/service.ts'
import { serveSocket } from './connection.ts'
import { hasLeftover, RETURN_MS } from './changes/recovery.ts'
import { isReadOnly } from './database/read-only.ts'
import { createHub, type Hub } from './hub.ts'
import { createActivities } from './metrics/activity.ts'
import { METERS } from './metrics/meters.ts'
import { memberDoors } from './member-routes.ts'
import { NAME } from './name.ts'
import { followEnds } from './nodes/ends.ts'
import { addRoutes, MAX_BODY_BYTES } from './routes.ts'
import { createTickets } from './tickets.ts'
import { createTokens } from './tokens.ts'

export type RealtimeDeps = {
  readonly clock: Clock
  readonly installationKey: Buffer
  /** The other processes that serve clients of the same projects. */
  readonly peers: Peers
  /** A node serves clients only; the main server looks after the database. */
  readonly isNode?: boolean
  /** References of presences, and keys of clients without one. */
  readonly newId?: () => string
}

/** What a frame needs besides its payload. */
const FRAME_BYTES = 8 * 1024
const RENEW = 'renew_partitions'
/** How late the end of a process can be noticed. */
const NOTICE_MS = 15_000

/** Broadcast, presence and changes of the database, with the protocol of Supabase Realtime. */
export function createRealtime({
  clock,
  installationKey,
  peers,
  isNode = false,
  newId = randomUUID,
}: RealtimeDeps): Service {
  const tickets = createTickets({
    clock,
    box: createSecretBox(installationKey, 'realtime-tickets'),
  })
  const tokens = createTokens(clock, tickets)
  const activities = createActivities(clock, peers.report)
  peers.onReport((report) => {
    if (report.service === NAME) activities.merge(report)
  })
  const box = createSecretBox(installationKey, 'realtime-nodes')
  const running = new Map<Project, { readonly hub: Hub; server: WebSocketServer }>()
  const hubOf = (project: Project) => runningOf(project).hub
  // A node has no folder to note anything in; the main server tells it of ends.
  const ends = isNode ? undefined : followEnds({ peers, clock, hubOf })
  peers.onEnd((ref) => {
    for (const [project, { hub }] of running) if (project.ref === ref) doubt(project, hub)
  })

  const serverFor = (project: Project) =>
    new WebSocketServer({
      noServer: true,
      clientTracking: false,
      // Each compressed connection takes more memory than its messages are worth.
      perMessageDeflate: false,
      maxPayload: project.settings.of(realtimeSettings).max_payload_size_in_kb * 1024 + FRAME_BYTES,
    })
  function runningOf(project: Project) {
    const found = running.get(project)
    if (found) return found
    const hub = createHub(project, {
      clock,
      tokens,
      newId,
      activity: activities.of(project),
      peers,
      box,
      slot: isNode ? 'temporary' : 'kept',
    })
    const created = { hub, server: serverFor(project) }
    running.set(project, created)
    if (isNode) doubt(project, hub)
    return created
  }

  /** Clients of other processes may come to this one, which does not know them. */
  function doubt({ ref }: Project, { changes }: Hub): void {
    const endedAt = peers.endedAt(ref)
    const until = endedAt + RETURN_MS
    if (until > clock.now().getTime()) changes.doubt({ since: endedAt - NOTICE_MS, until })
  }

  /** What an earlier server has left, which is nothing for most projects. */
  async function recover(project: Project): Promise<void> {
    if (!(await hasLeftover(project))) return
    const { changes } = hubOf(project)
    await changes.recover()
    // Its clients can also come back to a node.
    peers.noteEnd(project.ref, changes.expectedUntil() - RETURN_MS)
  }

  function upgrade({ request, socket, head, project, caller, path, query }: Upgrade): void {
    if (path !== '/websocket') throw noSuchSocket()
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
  }

  // The service owns the partitions.
  const renewPartitions = async ({ database }: Project) => {
    await database.as('supabase_realtime_admin').run(sql`select realtime.renew_partitions()`)
  }

  return {
    name: NAME,
    title: 'Realtime',
    publicDoor: {
      routes: (app) => addRoutes(app, ({ project }) => hubOf(project)),
      body: { maxBytes: MAX_BODY_BYTES },
      upgrade,
    },
    settings: realtimeSettings,
    database: {
      roles: ['supabase_realtime_admin', 'supabase_replication_admin'],
      migrations: {
        owner: NAME,
        folder: new URL('./migrations/', import.meta.url),
        role: 'supabase_realtime_admin',
      },
      servesCallers: true,
    },
    memberDoors: memberDoors({ activities, tickets, clock }),
    meters: METERS,
    jobs: { [RENEW]: { needs: 'database', run: renewPartitions } },
    schedules: [{ job: RENEW, cron: '5 0 * * *', wakes: false }],
    hasFolder: true,
    logSource: 'realtime_logs',
    async start(project) {
      // At a disk limit, the partitions of the next days last until there is space again.
      await renewPartitions(project).catch((error: unknown) => {
        if (!isReadOnly(error)) throw error
      })
      await recover(project)
      ends?.started(project)
    },
    async stop(project) {
      ends?.stopped(project)
      const found = running.get(project)
      running.delete(project)
      await found?.hub.close()
    },
    async stopping() {
      peers.leave?.()
      const hubs = [...running.values()].map(({ hub }) => hub)
      await Promise.all(hubs.map((hub) => hub.end('The server is restarting')))
      await Promise.all(hubs.map((hub) => hub.gone()))
    },
    settingsChanged(project) {
      const found = running.get(project)
      if (!found) return
      found.server = serverFor(project)
      // With several processes, a client can come back to another one.
      const now = clock.now().getTime()
      if (ends?.hasNodes(project) ?? true)
        found.hub.changes.doubt({ since: now, until: now + RETURN_MS })
      found.hub.reconnect('The settings have changed')
    },
  }
}

const noSuchSocket = () =>
  new AppError('no_such_socket', 'There is no WebSocket endpoint at this URL.', {
    status: 404,
    hint: 'Connect to /realtime/v1/websocket.',
  })

const tooManyConnections = () =>
  new AppError('ConnectionRateLimitReached', 'Too many connected users.', {
    status: 429,
    hint: 'Close connections that you do not need, or raise the limit in the project settings.',
  })
