import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { AppError, isFault } from '../lib/errors.ts'
import type { Log } from '../lib/log.ts'
import type { Caller } from '../project/caller.ts'
import type { AddressReader } from './address.ts'
import type { Admission } from './admission.ts'
import { toAppError } from './errors.ts'
import type { ClientDoorOptions } from './options.ts'

type UpgradeOptions = Pick<
  ClientDoorOptions,
  'fleet' | 'services' | 'platform' | 'requireReady' | 'log'
> & {
  readonly admission: Admission
  readonly addresses: AddressReader
}

/** How often the keys of open sockets are compared with those of their projects. */
const RECHECK_MS = 1000

const PLACE = /^\/p\/([^/]+)\/([a-z]+)\/v1(\/.*)?$/

/**
 * Routes WebSocket handshakes (RFC 6455, 4.2.2) to the service at the requested path, with the same
 * checks as for a request. The project stays awake until the socket closes, which it does within a
 * second of the revocation of its key. A refused handshake gets an HTTP response.
 */
export function addUpgradeDoor(app: FastifyInstance, options: UpgradeOptions): void {
  const open = new Set<Duplex>()
  const admitted = new Map<Duplex, () => boolean>()
  const recheck = setInterval(() => {
    for (const [socket, isStillAdmitted] of admitted) if (!isStillAdmitted()) socket.destroy()
  }, RECHECK_MS)
  recheck.unref()
  // On close, Node's server waits for upgraded connections but does not close them.
  app.addHook('preClose', async () => {
    clearInterval(recheck)
    for (const socket of open) socket.destroy()
  })
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    // A client that disconnects is not an error worth logging.
    socket.on('error', () => socket.destroy())
    route(options, { request, socket, head }).then(
      (isStillAdmitted) => {
        if (socket.destroyed) return
        admitted.set(socket, isStillAdmitted)
        socket.once('close', () => admitted.delete(socket))
      },
      (error: unknown) => refuse(socket, error, options.log),
    )
  })
}

/** Any other protocol that a client offers, such as h2c, is ignored, and the request is served as it is (RFC 9110, 7.8). */
export const isWebSocket = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket'

async function route(
  { fleet, services, platform, requireReady, admission, addresses }: UpgradeOptions,
  { request, socket, head }: { request: IncomingMessage; socket: Duplex; head: Buffer },
): Promise<() => boolean> {
  requireReady()
  const url = addresses.urlOf(request)
  const mark = url.indexOf('?')
  const address = mark < 0 ? url : url.slice(0, mark)
  const [, named = '', name, path = '/'] = PLACE.exec(address) ?? []
  const service = services.find((candidate) => candidate.name === name)
  const upgrade = service?.publicDoor?.upgrade
  if (!service || !upgrade)
    throw new AppError('no_such_socket', 'There is no WebSocket endpoint at this URL.', {
      status: 404,
      hint: `WebSocket endpoints: ${socketsOf(services) || 'none'}.`,
    })
  await platform.requireServing(named)
  const lease = await fleet.acquire(named)
  socket.once('close', lease.release)
  // A client that disconnected while the project woke emits no further event.
  if (socket.destroyed) {
    lease.release()
    return () => false
  }
  const { project } = lease
  const fault = lease.faultOf(service.name)
  if (fault) throw fault
  const query = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1))
  const asked = { headers: request.headers, path, query }
  const caller = admission.admitUpgrade(service, project, asked)
  let { keys } = project
  project.count(service.name, 'requests', 1)
  upgrade({ request, socket, head, project, caller, path, query })
  return () => {
    // A change of keys makes a new ring.
    if (project.keys === keys) return true
    keys = project.keys
    return isAdmitted(() => admission.admitUpgrade(service, project, asked))
  }
}

/** A token that has expired meanwhile is the service's affair: its client can send another one. */
function isAdmitted(admit: () => Caller): boolean {
  try {
    admit()
    return true
  } catch (error) {
    return error instanceof AppError && error.code === 'jwt_expired'
  }
}

const socketsOf = (services: UpgradeOptions['services']): string =>
  services
    .filter(({ publicDoor }) => publicDoor?.upgrade)
    .map(({ name }) => `/${name}/v1`)
    .join(', ')

function refuse(socket: Duplex, error: unknown, log: Log): void {
  const refusal = toAppError(error)
  const { status, code, message, hint, cause } = refusal
  if (isFault(refusal)) log.error({ code, err: cause ?? error }, message)
  if (!socket.writable) return void socket.destroy()
  const body = JSON.stringify({ code, message, ...(hint !== undefined && { hint }) })
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}`,
      'access-control-allow-origin: *',
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
