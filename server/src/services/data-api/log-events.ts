import type { FastifyRequest } from 'fastify'
import { messageOf } from '../../lib/describe-error.ts'
import type { Project } from '../../project/project.ts'
import type { RenderedResponse } from './response/rendered-response.ts'

// The project's log about its data API, which names no values of rows.

type LogOf = Pick<Project, 'ref' | 'writeLog'>

const own = (ref: string) => ({ host: ref, identifier: ref })

/** A request that failed, with the error that its client got. */
export function noteError(
  { id, project, method, url }: FastifyRequest,
  { status, body }: Pick<RenderedResponse, 'status' | 'body'>,
): void {
  // Refused before its project was known.
  if (!project) return
  const path = url.split('?', 1)[0]?.replace(/^\/p\/[^/]+/, '')
  project.writeLog('postgrest_logs', {
    message: `${method} ${path} failed with ${status}: ${typeof body === 'string' ? body : ''}`,
    severity: status >= 500 ? 'error' : 'warning',
    requestId: id,
    columns: own(project.ref),
  })
}

export function noteSchemaCache(
  project: LogOf,
  counts: { readonly relations: number; readonly ms: number },
): void {
  project.writeLog('postgrest_logs', {
    message: `Schema cache loaded ${counts.relations} relations in ${Math.round(counts.ms)} ms`,
    severity: 'info',
    columns: own(project.ref),
  })
}

export function noteSchemaFailure(project: LogOf, error: unknown): void {
  project.writeLog('postgrest_logs', {
    message: `The schema cache could not be loaded: ${messageOf(error)}`,
    severity: 'error',
    columns: own(project.ref),
  })
}
