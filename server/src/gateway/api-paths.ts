import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../lib/errors.ts'

const MANAGEMENT_HINT =
  'Stoa implements a part of the Management API. Use the dashboard or the command line instead.'

/** The first part of every path of an API, with the advice for a path that has no route. */
const API_HINTS: ReadonlyMap<string, string> = new Map([
  ...['platform', 'api'].map((name) => [name, 'Check the method and the path.'] as const),
  // Paths of a project that lack its address.
  ...['auth', 'functions', 'graphql', 'realtime', 'rest', 'storage'].map(
    (name) => [name, 'Use the URL of a project, which the dashboard shows under Connect.'] as const,
  ),
  ['p', 'The path of a project begins with "/p/" and its ref.'],
  ['v0', MANAGEMENT_HINT],
  ['v1', MANAGEMENT_HINT],
  ['v2', MANAGEMENT_HINT],
  ['mcp', 'Run the MCP server on your own machine and pass this server with --api-url.'],
])

const hintOf = (url: string) => API_HINTS.get(/^\/([^/?#]*)/.exec(url)?.[1] ?? '')

/** True for what the dashboard's page serves: a read of a path that belongs to no API. */
export const isPagePath = ({ method, url }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && hintOf(url) === undefined

/**
 * Refuses requests that match no route before their body is parsed: a missing route is never
 * reported as a fault of the body.
 */
export function refuseUnknownRoutes(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.is404 && !isPagePath(request) ? routeNotFound(request) : undefined)
  })
}

const routeNotFound = ({ method, url }: FastifyRequest) =>
  new AppError('route_not_found', `No route matches ${method} at this URL.`, {
    status: 404,
    hint: hintOf(url) ?? 'Check the method and the path.',
  })
