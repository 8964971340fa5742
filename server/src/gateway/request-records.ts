import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pathOf } from '../lib/request-url.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { runInRequest, type ActiveRequest } from '../lib/request-id.ts'
import type { Network, Traffic } from '../metrics/network.ts'
import type { Caller } from '../project/caller.ts'
import type { LogSink } from '../project/log-sink.ts'
import { memberId } from '../project/member.ts'
import type { RecentRequests } from '../project/recent-requests.ts'
import type { Service } from '../project/service.ts'
import { createEdgeEvents, loggedUrl, type Exchange } from './edge-events.ts'

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- Fastify's types are extended by merging interfaces.
  interface FastifyRequest {
    /** Null until the handler of a project's service is called. */
    active: ActiveRequest | null
    /** Bytes of the response with its headers, once it is sent. */
    sentBytes: number | undefined
  }
}

/** Logs one line per request, without the query string, which can contain keys. */
export function addAccessLog(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', (request, reply, done) => {
    log.info(
      {
        id: request.id,
        ref: request.project?.ref,
        method: request.method,
        path: pathOf(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ip: request.ip,
        role: request.caller?.role,
        user: request.member && memberId(request.member),
      },
      'request',
    )
    done()
  })
}

/** Bytes of each connection that are already counted, or were moved before counting began. */
const counted = new WeakMap<Socket, Traffic>()

const movedBy = ({ bytesRead, bytesWritten }: Socket): Traffic => ({
  received: bytesRead ?? 0,
  sent: bytesWritten ?? 0,
})

/** Counts requests, refused and failed ones, and the response bytes actually sent. */
export function measureUsage(
  scope: FastifyInstance,
  { name }: Service,
  network: Pick<Network, 'add'> | undefined,
): void {
  scope.addHook('onRequest', (request, _reply, done) => {
    const { socket } = request.raw
    if (!counted.has(socket)) counted.set(socket, movedBy(socket))
    done()
  })
  scope.addHook('onResponse', (request, reply, done) => {
    const { project } = request
    // A request that was refused before the project was known is not counted.
    if (project !== undefined && project !== null) {
      const { socket } = request.raw
      const moved = movedBy(socket)
      const before = counted.get(socket) ?? moved
      const sent = moved.sent - before.sent
      project.count(name, 'requests', 1)
      if (reply.statusCode >= 500) project.count(name, 'server_errors', 1)
      else if (reply.statusCode >= 400) project.count(name, 'client_errors', 1)
      project.count(name, 'egress_bytes', sent)
      network?.add(project.ref, { received: moved.received - before.received, sent })
      request.sentBytes = sent
      counted.set(socket, moved)
    }
    done()
  })
}

/** Makes the id of each request known to what it calls, and logs it for the project's members. */
export function logRequests(scope: FastifyInstance, service: Service, logs: LogSink): void {
  const write = createEdgeEvents(logs, service)
  // Bodies are read outside every request's context, so it begins after them.
  scope.addHook('preValidation', (request, _reply, done) => {
    request.active = { id: request.id }
    runInRequest(request.active, done)
  })
  scope.addHook('onResponse', (request, reply, done) => {
    // A request that was refused before the project was known is in nobody's log.
    if (request.project) write(exchangeOf(request, reply))
    if (request.active) request.active.id = undefined
    done()
  })
}

function exchangeOf(request: FastifyRequest, reply: FastifyReply): Exchange {
  const { caller, headers, project } = request
  // A spread among many properties costs ten times as much as naming them.
  const { path, search } = loggedUrl(request.url, project.ref)
  return {
    request: {
      id: request.id,
      ref: project.ref,
      method: request.method,
      host: headers.host ?? '',
      path,
      search,
      protocol: request.protocol,
      ip: request.ip,
      userAgent: headers['user-agent'],
      referer: headers.referer,
      role: caller?.role,
      user: userOf(caller),
      status: reply.statusCode,
      durationMs: reply.elapsedTime,
      ...(request.sentBytes !== undefined && { bytes: request.sentBytes }),
    },
    requestHeaders: headers,
    responseHeader: (name) => reply.getHeader(name),
  }
}

/** The id in the caller's token, which another service may have issued. */
export function userOf(caller: Caller | undefined): string | undefined {
  const subject = caller?.claims['sub']
  return typeof subject === 'string' ? subject : undefined
}

/** Keeps the last requests of each user, for the members of the project. */
export function noteRequests(
  scope: FastifyInstance,
  { name }: Service,
  { recentRequests, clock }: { readonly recentRequests: RecentRequests; readonly clock: Clock },
): void {
  scope.addHook('onResponse', (request, reply, done) => {
    const { caller } = request
    // The subject of another service's token can be the id of an account here.
    const subject = caller?.isThirdParty ? undefined : caller?.claims['sub']
    if (typeof subject === 'string')
      recentRequests.note(request.project.ref, subject, describe(request, reply, { name, clock }))
    done()
  })
}

function describe(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, clock }: { readonly name: string; readonly clock: Clock },
) {
  const path = pathOf(request.url)
  return {
    at: clock.now(),
    service: name,
    method: request.method,
    path: path.slice(Math.max(0, path.indexOf(`/${name}/v1`))),
    status: reply.statusCode,
    durationMs: Math.round(reply.elapsedTime),
    ip: request.ip,
  }
}
