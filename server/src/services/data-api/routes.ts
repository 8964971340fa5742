import { dataApiSettings } from '@stoa/contract/services/data-api/settings'
import { METHODS as NODE_METHODS } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { describeError } from '../../lib/describe-error.ts'
import type { Log } from '../../lib/log.ts'
import { answerRequest, type RouteDeps } from './answer-request.ts'
import { emptyToken, refusal, switchedOff } from './errors.ts'
import { addOptionsRoutes } from './options-routes.ts'
import { isFault, renderError } from './response/errors.ts'
import { send } from './response/send.ts'
import { noteError } from './log-events.ts'
import { addRootRoutes } from './root-routes.ts'

type ByName = { Params: { name: string } }

// All methods that Node parses: unsupported ones are rejected in PostgREST's words.
const METHODS = NODE_METHODS.filter((method) => method !== 'OPTIONS' && method !== 'CONNECT')

/**
 * PostgREST's routes. They have no schemas: the parsers validate requests, and responses are sent
 * unchanged.
 */
export function addRoutes(
  app: FastifyInstance,
  { log, ...deps }: RouteDeps & { readonly log: Log },
): void {
  acceptEverything(app)
  app.setErrorHandler((error, request, reply) => {
    const response = renderError(error, request.caller?.role)
    noteError(request, response)
    if (isFault(response))
      log.error(
        { id: request.id, ref: request.project?.ref, err: describeError(error) },
        'data api',
      )
    return send(reply, response)
  })
  app.addHook('onRequest', ({ project, headers }, _reply, done) => {
    if (!project.settings.of(dataApiSettings).enabled) return done(switchedOff())
    done(/^bearer\s*$/i.test(headers.authorization ?? '') ? emptyToken() : undefined)
  })
  app.route<ByName>({
    method: METHODS,
    exposeHeadRoute: false,
    url: '/:name',
    handler: (request, reply) =>
      answerRequest(deps, { request, reply }, { kind: 'relation', name: request.params.name }),
  })
  app.route<ByName>({
    method: METHODS,
    exposeHeadRoute: false,
    url: '/rpc/:name',
    handler: (request, reply) =>
      answerRequest(deps, { request, reply }, { kind: 'routine', name: request.params.name }),
  })
  addOptionsRoutes(app, deps)
  addRootRoutes(app, deps, METHODS)
  app.all('/*', () => {
    throw refusal('PGRST125', 'Invalid path specified in request URL', { status: 404 })
  })
}

/** Receives every method and every body, which the parsers refuse in PostgREST's words. */
function acceptEverything(app: FastifyInstance): void {
  for (const method of METHODS)
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  // Fastify versions that know QUERY require a body for it. Here it is rejected like other methods.
  app.addHttpMethod('QUERY', { overrideExisting: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}
