import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../../lib/clock.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Project } from '../../../project/project.ts'
import { REGION } from '../runtime/environment.ts'
import { workerError } from '../runtime/errors.ts'
import type { FunctionLogs } from '../runtime/logs.ts'
import type { FunctionRuntime } from '../runtime/supervisor.ts'
import type { Flight, Worker } from '../runtime/worker.ts'
import type { FunctionVersion, VersionSource } from '../versions/version.ts'
import { requireToken } from './access.ts'
import { endToEnd, loggedHeaders, requestHeaders } from './headers.ts'
import { findTarget, targetUrl } from './target.ts'

export type InvokeDeps = {
  readonly clock: Clock
  readonly source: VersionSource
  readonly runtime: FunctionRuntime
  readonly logs: FunctionLogs
}

/** Runs a function for a request; the response is streamed. `path` begins with the slug. */
export async function invoke(
  deps: InvokeDeps,
  request: FastifyRequest,
  { reply, path }: { readonly reply: FastifyReply; readonly path: string },
): Promise<FastifyReply> {
  const { project } = request
  const began = performance.now()
  const version = await findTarget(deps.source, project, path)
  // Browsers send no credentials with a preflight request.
  if (version.verifyJwt && request.method !== 'OPTIONS')
    requireToken(project, request.headers, deps.clock)
  let used: Worker | undefined
  const note = (status: number, answered: IncomingHttpHeaders = {}) =>
    noteInvocation(deps.logs, project, {
      version,
      worker: used,
      method: request.method,
      path: path.split('?', 1)[0] ?? path,
      status,
      durationMs: Math.round(performance.now() - began),
      requestHeaders: loggedHeaders(request.headers),
      responseHeaders: loggedHeaders(answered),
    })
  try {
    const { worker, flight, failed } = await board(deps.runtime, project, version)
    used = worker
    // A client that went away meanwhile causes no further event.
    if (reply.raw.closed) {
      flight.done()
      return reply.hijack()
    }
    // One listener does everything at the end: Node counts those of all layers together, and warns.
    let answer: IncomingMessage | undefined
    const outgoing = open(worker, request, path)
    reply.raw.once('close', () => {
      flight.done()
      outgoing.destroy()
      if (answer) note(answer.statusCode ?? 502, answer.headers)
    })
    const received = await Promise.race([send(outgoing, request), failed])
    answer = received
    failed.catch((error: unknown) => {
      note(error instanceof AppError ? error.status : 500)
      answer = undefined
      reply.raw.destroy()
      received.destroy()
    })
    return await reply
      .status(received.statusCode ?? 502)
      .headers({
        ...endToEnd(received.headers),
        'x-deno-execution-id': worker.executionId,
        'x-sb-edge-region': REGION,
      })
      .send(received)
  } catch (error) {
    const status = error instanceof AppError ? error.status : 500
    note(reply.raw.closed ? CLIENT_LEFT : status)
    throw error
  }
}

/** What proxies log for a request whose client went away before the response. */
const CLIENT_LEFT = 499

type Boarded = { readonly worker: Worker; readonly flight: Flight; readonly failed: Promise<never> }

/** Takes a place in a worker. One that closed just now is replaced by another. */
export async function board(
  runtime: FunctionRuntime,
  project: Project,
  version: FunctionVersion,
): Promise<Boarded> {
  const { promise: failed, reject } = Promise.withResolvers<never>()
  failed.catch(() => {})
  let worker = await runtime.workerOf(project, version)
  if (!worker.isOpen()) worker = await runtime.workerOf(project, version)
  return { worker, failed, flight: worker.begin(reject) }
}

const open = (worker: Worker, { project, method, raw }: FastifyRequest, path: string) =>
  http.request({
    socketPath: worker.socketPath,
    agent: worker.agent,
    method,
    path: targetUrl(project, path),
    headers: requestHeaders(raw, worker),
  })

const send = (
  outgoing: http.ClientRequest,
  { raw, body: given }: FastifyRequest,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    outgoing.on('response', resolve)
    // If the process has ended, the reason arrives a moment later and is the better answer.
    outgoing.on('error', () => void setTimeout(() => reject(workerError()), 500).unref())
    // The gateway may have put a stream of its own before the connection's.
    const body = given instanceof Readable ? given : raw
    body.once('error', () => outgoing.destroy())
    body.pipe(outgoing)
  })

type Invocation = {
  readonly version: FunctionVersion
  /** Undefined if none could start. */
  readonly worker: Worker | undefined
  readonly method: string
  readonly path: string
  readonly status: number
  readonly durationMs: number
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly responseHeaders: Readonly<Record<string, string>>
}

export function noteInvocation(logs: FunctionLogs, project: Project, given: Invocation): void {
  const { version, worker, ...request } = given
  logs.add(project, version.functionId, {
    kind: 'invocation',
    level: request.status >= 500 ? 'error' : 'info',
    message: `${request.method} ${request.path} ${request.status} in ${request.durationMs} ms`,
    version: version.version,
    executionId: worker?.executionId ?? '',
    request,
    usage: worker?.takeUsage(),
  })
}
