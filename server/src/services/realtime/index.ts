import { randomUUID } from 'node:crypto'
import { realtimeSettings } from '@stoa/contract/services/realtime/settings'
import type { Clock } from '../../lib/clock.ts'
import { createSecretBox } from '../../lib/secret-box.ts'
import type { Peers } from '../../project/peers.ts'
import { sql } from '../../postgres/sql.ts'
import type { Project } from '../../project/project.ts'
import type { Service } from '../../project/service.ts'
import { isReadOnly } from './database/read-only.ts'
import { createHubs } from './hubs.ts'
import { createActivities, measureActivity } from './metrics/activity.ts'
import { METERS } from './metrics/meters.ts'
import { memberDoors } from './member-routes.ts'
import { NAME } from './name.ts'
import { addRoutes, MAX_BODY_BYTES } from './routes.ts'
import { createTickets } from './tickets.ts'
import { createTokens } from './tokens.ts'

export type RealtimeDeps = {
  readonly clock: Clock
  readonly installationKey: Buffer
  /** The other processes that serve clients of the same projects. */
  readonly peers: Peers
  /** A node only serves clients; the main server maintains the database. */
  readonly isNode?: boolean
  /** References of presences, and keys of clients without one. */
  readonly newId?: () => string
}

const RENEW = 'renew_partitions'

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
  const activities = createActivities(clock, peers.report)
  peers.onReport((report) => {
    if (report.service === NAME) activities.merge(report)
  })
  const hubs = createHubs({
    clock,
    tokens: createTokens(clock, tickets),
    newId,
    peers,
    box: createSecretBox(installationKey, 'realtime-nodes'),
    activities,
    isNode,
  })

  // The service owns the partitions.
  const renewPartitions = async ({ database }: Project) => {
    await database.as('supabase_realtime_admin').run(sql`select realtime.renew_partitions()`)
  }

  return {
    name: NAME,
    title: 'Realtime',
    publicDoor: {
      routes: (app) => addRoutes(app, ({ project }) => hubs.of(project)),
      body: { maxBytes: MAX_BODY_BYTES },
      upgrade: hubs.upgrade,
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
    measure: ({ ref }) => measureActivity(activities.read(ref)),
    jobs: { [RENEW]: { needs: 'database', run: renewPartitions } },
    schedules: [{ job: RENEW, cron: '5 0 * * *', wakes: false }],
    hasFolder: true,
    logSource: 'realtime_logs',
    async start(project) {
      // At a disk limit, the partitions for the next days suffice until there is space again.
      await renewPartitions(project).catch((error: unknown) => {
        if (!isReadOnly(error)) throw error
      })
      await hubs.start(project)
    },
    stop: hubs.stop,
    stopping: hubs.end,
    settingsChanged: hubs.settingsChanged,
  }
}
