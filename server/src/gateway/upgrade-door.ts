import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { retryAfterHeader } from '../lib/retry-after.ts'
import { pathOf, rawQueryOf } from '../lib/request-url.ts'
import { isFault } from '../lib/errors.ts'
import { noSuchSocket } from '../lib/refusals.ts'
import type { Log } from '../lib/log.ts'
import { rawResponse } from '../lib/raw-response.ts'
import { runInRequest } from '../lib/request-id.ts'
import { refuseSocket } from '../lib/refuse-socket.ts'
import type { Caller } from '../project/caller.ts'
import { noLogs } from '../project/log-sink.ts'
import type { Project } from '../project/project.ts'
import type { Service } from '../project/service.ts'
import type { AddressReader } from './address.ts'
import { credentialsOfHandshake, type Admission } from './admission.ts'
import { announceStop } from './announce-stop.ts'
import { createEntrance } from './enter-project.ts'
import { createEdgeEvents, loggedUrl, type Exchange } from './edge-events.ts'
import { toAppError } from './errors.ts'
import { userOf } from './request-records.ts'
import type { ClientDoorOptions } from './options.ts'
import type { ProjectLoad } from './project-load.ts'
import { answerVisit, endVisit, type Visit } from './visit.ts'

type UpgradeOptions = Pick<
  ClientDoorOptions,
  'fleet' | 'services' | 'platform' | 'requireReady' | 'log' | 'logs' | 'network'
> & {
  readonly admission: Admission
  readonly addresses: AddressReader
  readonly load: ProjectLoad
}

type Handshake = {
  readonly request: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
  readonly id: string
  readonly since: number
  /** Undefined until the handshake enters a project. */
  visit: Visit | undefined
  project: Project | undefined
  caller: Caller | undefined
  /** Writes the handshake's row in the project's logs, once its project is known. */
  log: ((status: number) => void) | undefined
}

/** A handshake whose address names a service. `path` is relative to `/<name>/v1`. */
type Arrival = {
  readonly handshake: Handshake
  readonly path: string
  readonly query: URLSearchParams
}

/** Tells clients of open sockets that the server is stopping, and closes the sockets. */
export type EndSockets = () => Promise<void>

const PLACE = /^\/p\/([^/]+)\/([a-z]+)\/v1(\/.*)?$/

/**
 * Routes WebSocket handshakes (RFC 6455, 4.2.2) to the service at the requested path, with the same
 * checks as for a request. The project stays awake until the socket closes or the handshake is
 * refused. A refused handshake gets an HTTP response.
 */
export function addUpgradeDoor(app: FastifyInstance, options: UpgradeOptions): EndSockets {
  const open = new Set<Duplex>()
  let ending: Promise<void> | undefined
  const end = () => (ending ??= announceStop(options.services, options.log).then(destroyAll))
  function destroyAll(): void {
    for (const socket of open) socket.destroy()
  }
  // On close, Node's server waits for upgraded connections but does not close them.
  app.addHook('preClose', end)
  const route = createRouter(options)
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    // A client that disconnects is not an error worth logging.
    socket.on('error', () => socket.destroy())
    const handshake: Handshake = {
      request,
      socket,
      head,
      id: randomUUID(),
      since: performance.now(),
      visit: undefined,
      project: undefined,
      caller: undefined,
      log: undefined,
    }
    route(handshake).catch((error: unknown) => refuse(handshake, refusalOf(error, options.log)))
  })
  return end
}

/** Any other protocol that a client offers, such as h2c, is ignored, and the request is served as it is (RFC 9110, 7.8). */
export const isWebSocket = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket'

function createRouter({ requireReady, services, ...options }: UpgradeOptions) {
  const { addresses } = options
  const doors = services.filter(({ publicDoor }) => publicDoor?.upgrade)
  const entrances = new Map(doors.map((service) => [service.name, entranceTo(service, options)]))
  const endpoints = doors.map(({ name }) => `/${name}/v1`).join(', ')

  return async function route(handshake: Handshake): Promise<void> {
    requireReady()
    const url = addresses.urlOf(handshake.request)
    const [, ref = '', name = '', path = '/'] = PLACE.exec(pathOf(url)) ?? []
    const enter = entrances.get(name)
    if (!enter) throw noSuchSocket(`Connect to one of these endpoints: ${endpoints || 'none'}.`)
    const query = new URLSearchParams(rawQueryOf(url))
    await enter(ref, { handshake, path, query })
  }
}

function entranceTo(
  service: Service,
  {
    fleet,
    platform,
    admission,
    load,
    addresses,
    logs = noLogs,
    network,
  }: Omit<UpgradeOptions, 'requireReady' | 'services'>,
) {
  const write = createEdgeEvents(logs, service)
  return createEntrance<Arrival>({
    fleet,
    service: service.name,
    requireServing: platform.requireServing,
    count(ref, arrival) {
      const { handshake, path, query } = arrival
      const { headers } = handshake.request
      const credentialsOf = () => credentialsOfHandshake({ headers, path, query })
      return (handshake.visit = load.enter(ref, { carrier: handshake.socket, credentialsOf }))
    },
    reach({ handshake }, project) {
      handshake.project = project
      if (handshake.socket instanceof Socket) network?.watch(project.ref, handshake.socket)
      const url = addresses.urlOf(handshake.request)
      handshake.log = (status) => {
        const exchange = exchangeOf(handshake, url, status)
        if (exchange) write(exchange)
      }
    },
    admit: (arrival, project) => accept(service, { project, arrival, admission }),
  })
}

function accept(
  service: Service,
  given: { readonly project: Project; readonly arrival: Arrival; readonly admission: Admission },
): void {
  const { project, arrival, admission } = given
  const { handshake, path, query } = arrival
  const { request, socket, head } = handshake
  const caller = admission.admitUpgrade(service, project, { headers: request.headers, path, query })
  handshake.caller = caller
  project.count(service.name, 'requests', 1)
  runInRequest({ id: handshake.id }, () =>
    service.publicDoor?.upgrade?.({
      request,
      socket,
      head,
      project,
      caller,
      path,
      query,
      refuse: (response) => refuse(handshake, response),
    }),
  )
  logHandshake(handshake, SWITCHING_PROTOCOLS)
  if (handshake.visit) answerVisit(handshake.visit)
}

const SWITCHING_PROTOCOLS = 101

/** Writes one row, with the first outcome. */
function logHandshake(handshake: Handshake, status: number): void {
  const { log } = handshake
  handshake.log = undefined
  log?.(status)
}

function exchangeOf(handshake: Handshake, url: string, status: number): Exchange | undefined {
  const { request, id, since, project, caller } = handshake
  if (!project) return undefined
  const { headers, socket } = request
  const { ref } = project
  return {
    request: {
      id,
      ref,
      method: request.method ?? 'GET',
      host: headers.host ?? '',
      ...loggedUrl(url, ref),
      protocol: 'encrypted' in socket ? 'wss' : 'ws',
      ip: socket.remoteAddress ?? '',
      userAgent: headers['user-agent'],
      referer: headers.referer,
      role: caller?.role,
      user: userOf(caller),
      status,
      durationMs: performance.now() - since,
    },
    requestHeaders: headers,
    responseHeader: () => undefined,
  }
}

/** Ends the visit before the connection: its client may never close it. */
function refuse(handshake: Handshake, response: string): void {
  const { socket, visit } = handshake
  // A response begins with `HTTP/1.1` and the status. An accepted handshake has its row already.
  logHandshake(handshake, Number(response.slice(9, 12)) || SWITCHING_PROTOCOLS)
  if (visit) endVisit(visit)
  refuseSocket(socket, response)
}

function refusalOf(error: unknown, log: Log): string {
  const refusal = toAppError(error)
  const { status, code, message, hint, cause } = refusal
  if (isFault(refusal)) log.error({ code, err: cause ?? error }, message)
  return rawResponse({
    status,
    headers: {
      'access-control-allow-origin': '*',
      ...retryAfterHeader(refusal),
    },
    body: { code, message, ...(hint !== undefined && { hint }) },
  })
}
