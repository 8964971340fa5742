import path from 'node:path'
import { BAN_RULE, networkAccess } from '@stoa/contract/platform/network-access'
import { closedRoles } from '../fleet/machine/passwords.ts'
import type { Fleet } from '../fleet/port.ts'
import { createApiPort, type ApiPort } from '../gateway/address.ts'
import { createGateway } from '../gateway/gateway.ts'
import { createNodeDoor } from '../gateway/nodes/node-door.ts'
import { createReadiness, type Readiness } from '../gateway/readiness.ts'
import { createFrontDoor, isPooler, type AccessRules } from '../postgres/front-door/index.ts'
import type { Settings } from '../project/settings.ts'
import type { Services } from '../services/index.ts'
import { apiUrlOf } from './api-url.ts'
import type { Core } from './core.ts'
import type { OwnedHost } from './host.ts'
import type { FrontDoor, LateParts } from './late-parts.ts'
import { listen } from './listen.ts'
import { createPoolerEvents } from './pooler-events.ts'
import { NODES } from './realtime-node.ts'
import type { SharedParts } from './services-deps.ts'

/**
 * The address at which clients on this machine reach the installation, even if there is a public
 * one.
 */
export type Doors = { readonly localUrl: string; readonly postgresPort: number }

/** The session limit per project is that of the smallest compute size in SPEC 9. */
const FRONT_DOOR_LIMITS = {
  maxPending: 500,
  maxPerSource: 100,
  maxPerSourceAndProject: 20,
  maxPerProject: 30,
  pendingTimeoutMs: 30_000,
}

type DoorsOptions = Core & {
  readonly late: LateParts
  readonly shared: SharedParts
  readonly services: Services
  readonly checkout: string
}

type ClosedDoors = {
  readonly readiness: Readiness
  readonly frontDoor: FrontDoor
  readonly apiPort: ApiPort
  readonly gateway: Awaited<ReturnType<typeof createGateway>>
}

/** Creates the doors of browsers, clients and Postgres; opens none. */
export async function createDoors(host: OwnedHost, options: DoorsOptions): Promise<ClosedDoors> {
  const { shutdown } = host
  const readiness = createReadiness()
  shutdown.add('requests', () => readiness.end())
  const frontDoor = options.late.frontDoor.set(openFrontDoor(host, options, readiness))
  shutdown.add('requests', () => frontDoor.drain())
  shutdown.add('doors', () => frontDoor.close())
  const apiPort = createApiPort()
  shutdown.add('doors', () => apiPort.close())
  const gateway = await openGateway(host, options, { readiness, apiPort })
  shutdown.add('requests', () => gateway.drain(() => options.fleet.interrupt()))
  shutdown.add('doors', () => gateway.close())
  return { readiness, frontDoor, apiPort, gateway }
}

const openFrontDoor = (
  { connections, certificate, logs, network, clock, log }: OwnedHost,
  { services, platform, fleet }: DoorsOptions,
  readiness: Readiness,
): FrontDoor =>
  createFrontDoor({
    async rulesOf(ref) {
      readiness.require()
      await platform.requireServing(ref)
      return accessRulesIn(await fleet.latestSettings(ref))
    },
    async open(ref, target) {
      readiness.require()
      const lease = await openTarget(fleet, ref, target)
      return { ...lease, rules: () => accessRulesIn(lease.settings()) }
    },
    deniedRoles: closedRoles(services.all),
    limits: FRONT_DOOR_LIMITS,
    banRule: BAN_RULE,
    // A ban that cannot be written applies until the next restart.
    onBan: (ban) =>
      void platform.keptBans
        .keep(ban)
        .catch((err: unknown) => log.warn({ err, ref: ban.ref }, 'A ban could not be written.')),
    connections,
    certificate,
    onEvent: createPoolerEvents(logs),
    onOpened: network.watch,
    clock,
    log,
  })

/** A project's cluster, or its pooler or replica that the client has named. */
function openTarget(
  { acquireSocket, acquirePooler, acquireReplica }: Fleet,
  ref: string,
  target: string | undefined,
) {
  if (target === undefined) return acquireSocket(ref)
  return isPooler(target) ? acquirePooler(ref) : acquireReplica(target)
}

function accessRulesIn(settings: Settings): AccessRules {
  const { allowed_networks, require_tls } = settings.of(networkAccess)
  return { allowedNetworks: allowed_networks, requiresTls: require_tls }
}

function openGateway(
  { config, connections, logs, metrics, network, clock, log }: OwnedHost,
  { fleet, platform, platformProject, services, late, shared, checkout }: DoorsOptions,
  { readiness, apiPort }: { readonly readiness: Readiness; readonly apiPort: ApiPort },
) {
  const dashboardDir = path.join(checkout, 'dashboard', 'dist')
  return createGateway({
    requireReady: readiness.require,
    fleet,
    services: services.all,
    platform,
    platformProject,
    dashboardDir,
    editorDir: path.join(dashboardDir, 'monaco'),
    editorUrl: config.editorUrl,
    publicHost: config.publicUrl === undefined ? undefined : new URL(config.publicUrl).hostname,
    apiPort,
    apiOrigin: () => new URL(late.addresses.apiUrl).origin,
    maxConnectionsPerAddress: config.maxConnectionsPerAddress,
    connections,
    recentRequests: shared.recentRequests,
    logs,
    metrics,
    network,
    clock,
    log,
  })
}

/** Opens the ports and makes their addresses known. */
export async function openPorts(
  { config }: OwnedHost,
  { gateway, apiPort, frontDoor }: ClosedDoors,
  { addresses, platform }: LateParts,
): Promise<Doors> {
  frontDoor.bans.restore(await platform.get().keptBans.list())
  await listen('STOA_PORT', config.port, () =>
    gateway.listen({ host: config.host, port: config.port }),
  )
  await listen('STOA_API_PORT', config.apiPort, () => apiPort.listen(config.host, config.apiPort))
  const postgres = await listen('STOA_POSTGRES_PORT', config.postgresPort, () =>
    frontDoor.listen(config.host, config.postgresPort),
  )
  const address = gateway.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : config.port
  const localUrl = `http://localhost:${port}`
  addresses.publicUrl = config.publicUrl ?? localUrl
  addresses.apiUrl = apiUrlOf(config, apiPort.port() ?? config.apiPort)
  addresses.databaseHost = new URL(addresses.publicUrl).hostname
  addresses.databasePort = postgres.port
  return { localUrl, postgresPort: postgres.port }
}

/** Opens the door of further processes of this installation. */
export async function openNodeDoor(
  { folder, log, shutdown }: OwnedHost,
  { fleet, platform, services, shared }: DoorsOptions,
  readiness: Readiness,
): Promise<void> {
  const nodeDoor = createNodeDoor({
    requireReady: readiness.require,
    fleet,
    platform,
    services: services.all,
    peers: shared.peers,
    log,
  })
  shutdown.add('requests', () => nodeDoor.close())
  await nodeDoor.listen(path.join(folder.sockets, NODES))
}
