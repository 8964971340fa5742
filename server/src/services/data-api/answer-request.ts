import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookiesJson, fromWire, headersJson } from '../../lib/header-text.ts'
import { rawQueryOf } from '../../lib/request-url.ts'
import type { Project } from '../../project/project.ts'
import type { Documents } from './openapi/documents.ts'
import type { Pipeline } from './pipeline.ts'
import { chooseSchema, type Target } from './request/api-request.ts'
import type { CallContext } from './request/incoming-request.ts'
import { send } from './response/send.ts'
import { startTimings, type Timings } from './response/server-timing.ts'
import type { SchemaCache } from './schema/schema-cache.ts'

export type RouteDeps = {
  readonly pipelineOf: (project: Project) => Pipeline
  readonly documents: Documents
}

/** Runs a request on a relation or a function. */
export async function answerRequest(
  { pipelineOf }: Pick<RouteDeps, 'pipelineOf'>,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  target: Target,
): Promise<FastifyReply> {
  const { headers, method } = request
  const response = await pipelineOf(request.project).answer({
    // A spread is cheapest as the first part of an object.
    ...callContextOf(request),
    head: {
      method,
      target,
      queryString: queryOf(request),
      accept: headers.accept,
      prefer: headerOf(request, 'prefer'),
      range: headers.range,
      acceptProfile: headerOf(request, 'accept-profile'),
      contentProfile: headerOf(request, 'content-profile'),
    },
    body: Buffer.isBuffer(request.body) ? request.body : undefined,
    contentType: headers['content-type'],
    callerMs: request.callerMs,
  })
  return send(reply, response)
}

/** The schema of a request that does not read or write rows. */
export async function scopeOf(
  { pipelineOf }: Pick<RouteDeps, 'pipelineOf'>,
  request: FastifyRequest,
): Promise<{ readonly cache: SchemaCache; readonly schema: string }> {
  const cache = await pipelineOf(request.project).schema.current()
  const schema = chooseSchema(headerOf(request, 'accept-profile'), cache.exposedSchemas)
  return { cache, schema }
}

export const queryOf = ({ raw: { url = '' } }: FastifyRequest): string => rawQueryOf(url)

export const callContextOf = ({ caller, headers, departure }: FastifyRequest): CallContext => ({
  caller,
  departure,
  headersJson: headersJson(headers),
  cookiesJson: cookiesJson(headers),
})

export const timingsOf = (
  { pipelineOf }: Pick<RouteDeps, 'pipelineOf'>,
  { project, callerMs }: FastifyRequest,
): Timings | undefined =>
  pipelineOf(project).schema.settings().server_timing_enabled ? startTimings(callerMs) : undefined

export const timingHeader = (timings: Timings | undefined) =>
  timings && { 'server-timing': timings.header() }

export function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name]
  if (value === undefined) return undefined
  return fromWire(typeof value === 'string' ? value : value.join(', '))
}
