import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pathOf } from '../../../lib/request-url.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Project } from '../../../project/project.ts'
import type { ClientResponse } from '../runtime/client/connection.ts'
import { IncompleteResponse, MalformedResponse } from '../runtime/client/response-errors.ts'
import { REGION } from '../runtime/environment.ts'
import { writeInvocation } from '../runtime/log-events.ts'
import type { FunctionLogs } from '../runtime/logs.ts'
import type { FunctionRuntime } from '../runtime/supervisor.ts'
import type { Worker } from '../runtime/worker.ts'
import type { FunctionVersion, VersionSource } from '../versions/version.ts'
import type { RequireToken } from './access.ts'
import { callWorker, type WorkerCall } from './call-worker.ts'
import { loggedHeaders, requestHeaders } from './headers.ts'
import { findTarget, notFound } from './target.ts'

export type InvokeDeps = {
  readonly requireToken: RequireToken
  readonly source: VersionSource
  readonly runtime: FunctionRuntime
  readonly logs: FunctionLogs
}

/** Runs a function for a request; the response is streamed. `path` begins with the slug. */
export async function invoke(
  deps: InvokeDeps,
  request: FastifyRequest,
  { reply, path }: { readonly reply: FastifyReply; readonly path: string },
): Promise<void> {
  const { project, method } = request
  const began = performance.now()
  // Never awaits a value that is already there, because that would yield the event loop to other
  // requests.
  const found = findTarget(deps.source, project, path)
  const version = found instanceof Promise ? await found : found
  if (!version) throw notFound()
  // Browsers send no credentials with a preflight request.
  if (version.verifyJwt && method !== 'OPTIONS') deps.requireToken(project, request.headers)
  let worker: Worker | undefined
  let call: WorkerCall | undefined
  const note = (outcome: Outcome) =>
    noteInvocation(deps.logs, project, {
      version,
      worker,
      method,
      path,
      requestId: request.id,
      requestHeaders: request.headers,
      began,
      ...outcome,
    })
  try {
    worker = deps.runtime.peek(project, version) ?? (await deps.runtime.workerOf(project, version))
    // A client that disconnected in the meantime emits no further event.
    if (reply.raw.closed) return void reply.hijack()
    const { response, failure, end } = (call = callWorker(worker, {
      method,
      target: worker.origin + path,
      headers: requestHeaders(request.raw, worker),
      body: bodyOf(request),
    }))
    // A single listener does all the cleanup, because Node warns about many listeners, counting
    // those of all layers together.
    let streamed: ClientResponse | undefined
    reply.raw.once('close', () => {
      // The process has aborted the response; an aborting client leaves the body without an error.
      const broken = streamed?.body instanceof Readable ? streamed.body.errored : null
      end()
      if (!streamed) return
      const status = failure()?.status ?? (broken ? 500 : streamed.status)
      note({ ...streamed, status, broken })
    })
    const received = await response
    if (Buffer.isBuffer(received.body)) {
      // The function has finished responding.
      end()
      note(received)
    } else streamed = received
    respond(reply, received, worker)
  } catch (error) {
    const reason = call && !reply.raw.closed ? await call.reason(error) : error
    const status = reason instanceof AppError ? reason.status : 500
    note({ status: reply.raw.closed ? CLIENT_LEFT : status, broken: error })
    throw reason
  }
}

/** Log fields of a response besides its status. */
function problemOf(broken: unknown): string | undefined {
  if (broken instanceof MalformedResponse)
    return `The response is not valid HTTP. ${broken.message}.`
  if (broken instanceof IncompleteResponse)
    return 'The response was cut off: its body failed, or the process ended.'
  return undefined
}

/** The status that proxies log for a client that disconnected before the response. */
const CLIENT_LEFT = 499

/** A body that has arrived is sent as one piece; the gateway waits for small ones. */
function bodyOf({ raw, body }: FastifyRequest): Buffer | Readable | undefined {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = raw.headers
  if (coding === undefined && Number(length) === 0) return undefined
  // The gateway may have put a stream of its own before the connection's.
  if (body instanceof Readable && body !== raw) return body
  return raw.complete && coding === undefined ? (raw.read() as Buffer) : raw
}

function respond(reply: FastifyReply, response: ClientResponse, worker: Worker) {
  const { status, headers, body, isAscii } = response
  headers['x-deno-execution-id'] = worker.executionId
  headers['x-sb-edge-region'] = REGION
  void reply.status(status).headers(headers)
  if (!Buffer.isBuffer(body)) return void reply.send(body)
  if (body.length === 0) return void reply.send()
  // Node writes text together with the head, which takes less time than two pieces.
  if (isAscii && headers['content-type'] !== undefined)
    return void reply.serializer(asItIs).send(body.toString('latin1'))
  // Without this, Fastify would set a type for bytes that have none.
  return void reply.send(headers['content-type'] === undefined ? Readable.from([body]) : body)
}

/** Fastify adds a character set to the type of JSON unless something else makes it. */
const asItIs = (text: string) => text

type Invocation = {
  readonly version: FunctionVersion
  /** Undefined if no process could start. */
  readonly worker: Worker | undefined
  readonly method: string
  readonly path: string
  readonly requestId?: string
  readonly requestHeaders: IncomingHttpHeaders
  readonly began: number
}

type Outcome = {
  readonly status: number
  readonly headers?: IncomingHttpHeaders
  /** The error of a response that broke off or was malformed. */
  readonly broken?: unknown
}

export function noteInvocation(
  logs: FunctionLogs,
  project: Project,
  { version, worker, began, broken, ...given }: Invocation & Outcome,
): void {
  const durationMs = Math.round(performance.now() - began)
  const { functionId, version: number } = version
  const executionId = worker?.executionId ?? ''
  const { method, status } = given
  const source = { functionId, version: number, executionId }
  const problem = problemOf(broken)
  if (problem !== undefined)
    logs.add(project, source, () => ({ kind: 'uncaught', level: 'error', message: problem }))
  const path = pathOf(given.path)
  const request = {
    method,
    path,
    status,
    durationMs,
    requestHeaders: loggedHeaders(given.requestHeaders),
    responseHeaders: loggedHeaders(given.headers ?? {}),
  }
  writeInvocation(project, source, {
    ...request,
    requestId: given.requestId,
    host: given.requestHeaders.host,
  })
  logs.add(project, { ...source, request: { status, durationMs } }, () => {
    return {
      kind: 'invocation',
      level: status >= 500 ? 'error' : 'info',
      message: `${method} ${path} ${status} in ${durationMs} ms`,
      request,
      usage: worker?.takeUsage(),
    }
  })
}
