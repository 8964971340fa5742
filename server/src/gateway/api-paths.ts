import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../lib/errors.ts'

const MANAGEMENT_HINT =
  'Stoa implements a part of the Management API. Use the dashboard or the command line instead.'

const PROJECT_HINT = 'Use the URL of a project, which the dashboard shows under Connect.'
const ROUTE_HINT = 'Check the method and the path.'

/** The first part of every path of an API, with the advice for a path that has no route. */
const API_HINTS: ReadonlyMap<string, string> = new Map([
  ['api', ROUTE_HINT],
  ['platform', ROUTE_HINT],
  ['p', 'The path of a project begins with "/p/" and its ref.'],
  ['auth', PROJECT_HINT],
  ['functions', PROJECT_HINT],
  ['graphql', PROJECT_HINT],
  ['realtime', PROJECT_HINT],
  ['rest', PROJECT_HINT],
  ['storage', PROJECT_HINT],
  ['v0', MANAGEMENT_HINT],
  ['v1', MANAGEMENT_HINT],
  ['v2', MANAGEMENT_HINT],
  ['mcp', 'Run the MCP server on your own machine and pass this server with --api-url.'],
])

/**
 * Refuses requests that match no route before their body is parsed: a missing route is never
 * reported as a fault of the body. The not-found handler serves those without a refusal.
 */
export function refuseUnknownRoutes(
  app: FastifyInstance,
  refusalOf: (request: FastifyRequest) => AppError | undefined,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.is404 ? refusalOf(request) : undefined)
  })
}

/** Undefined for what the dashboard's page serves: a read of a path that belongs to no API. */
export function routeNotFound({ method, url }: FastifyRequest): AppError | undefined {
  const hint = API_HINTS.get(/^\/([^/?#]*)/.exec(url)?.[1] ?? '')
  const isRead = method === 'GET' || method === 'HEAD'
  if (isRead && hint === undefined) return undefined
  return new AppError('route_not_found', `No route matches ${method} at this URL.`, {
    status: 404,
    hint: hint ?? ROUTE_HINT,
  })
}
