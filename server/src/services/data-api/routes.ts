import { dataApiSettings } from '@stoa/contract/services/data-api/settings'
import { METHODS as NODE_METHODS } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { describeError } from '../../lib/describe-error.ts'
import { rawQueryOf } from '../../lib/request-url.ts'
import type { Project } from '../../project/project.ts'
import type { Log } from '../../lib/log.ts'
import { cookiesJson, fromWire, headersJson } from '../../lib/header-text.ts'
import type { Documents } from './openapi/documents.ts'
import type { Pipeline } from './pipeline.ts'
import { chooseSchema, tellsSchema, type Target } from './request/api-request.ts'
import { negotiateRoot } from './openapi/root-media.ts'
import { emptyToken, refusal, rootDisabled, switchedOff, unsupportedMethod } from './errors.ts'
import { isFault, renderError } from './response/errors.ts'
import { onWire } from './response/own-headers.ts'
import { VARY } from './response/respond.ts'
import { send } from './response/send.ts'
import { startTimings, type Timings } from './response/server-timing.ts'
import { allowOf, allowOfRoutine } from './response/allow.ts'

type Named = { Params: { name: string } }
type RouteDeps = {
  readonly pipelineOf: (project: Project) => Pipeline
  readonly documents: Documents
  readonly log: Log
}

// All methods that Node parses: unsupported ones are rejected in PostgREST's words.
const METHODS = NODE_METHODS.filter((method) => method !== 'OPTIONS' && method !== 'CONNECT')

/**
 * PostgREST's routes. They have no schemas: the parsers validate requests, and responses are sent
 * unchanged.
 */
export function addRoutes(app: FastifyInstance, { pipelineOf, documents, log }: RouteDeps): void {
  for (const method of METHODS)
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  // Fastify versions that know QUERY require a body for it. Here it is rejected like other methods.
  app.addHttpMethod('QUERY', { overrideExisting: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler((error, request, reply) => {
    const answer = renderError(error, request.caller?.role)
    if (isFault(answer))
      log.error(
        { id: request.id, ref: request.project?.ref, err: describeError(error) },
        'data api',
      )
    return send(reply, answer)
  })
  app.addHook('onRequest', ({ project, headers }, _reply, done) => {
    if (!project.settings.of(dataApiSettings).enabled) return done(switchedOff())
    done(/^bearer\s*$/i.test(headers.authorization ?? '') ? emptyToken() : undefined)
  })
  const options = { exposeHeadRoute: false }
  const queryOf = ({ raw: { url = '' } }: FastifyRequest) => rawQueryOf(url)

  const timingsOf = ({ project, callerMs }: FastifyRequest) =>
    pipelineOf(project).schema.settings().server_timing_enabled ? startTimings(callerMs) : undefined
  const allow = (reply: FastifyReply, methods: string, timings: Timings | undefined) => {
    timings?.mark('response')
    return reply.headers({ allow: methods, vary: VARY, ...timingHeader(timings) }).send()
  }

  app.route<Named>({
    ...options,
    method: METHODS,
    url: '/:name',
    handler: (request, reply) =>
      answer(request, reply, { kind: 'relation', name: request.params.name }),
  })
  app.route<Named>({
    ...options,
    method: METHODS,
    url: '/rpc/:name',
    handler: (request, reply) =>
      answer(request, reply, { kind: 'routine', name: request.params.name }),
  })
  app.route<Named>({
    method: 'OPTIONS',
    url: '/:name',
    handler: async (request, reply) => {
      const timings = timingsOf(request)
      const { cache, schema } = await scopeOf(request)
      timings?.mark('parse')
      return allow(reply, allowOf(cache, schema, request.params.name), timings)
    },
  })
  app.route<Named>({
    method: 'OPTIONS',
    url: '/rpc/:name',
    handler: async (request, reply) => {
      const timings = timingsOf(request)
      const { cache, schema } = await scopeOf(request)
      timings?.mark('parse')
      const { name } = request.params
      return allow(reply, allowOfRoutine(cache, { schema, name }, queryOf(request)), timings)
    },
  })
  app.route({
    method: 'OPTIONS',
    url: '/',
    handler: async (request, reply) => {
      const timings = timingsOf(request)
      const { cache, schema, name } = await rootOf(request)
      timings?.mark('parse')
      const methods =
        name === undefined
          ? 'OPTIONS,GET,HEAD'
          : allowOfRoutine(cache, { schema, name }, queryOf(request))
      return allow(reply, methods, timings)
    },
  })
  app.route({
    ...options,
    method: ['GET', 'HEAD'],
    url: '/',
    handler: async (request, reply) => {
      const timings = timingsOf(request)
      const { method, project, headers } = request
      const { cache, schema, mode, name, isSecured } = await rootOf(request)
      if (name !== undefined) return answer(request, reply, { kind: 'routine', name, isRoot: true })
      timings?.mark('parse')
      const contentType = negotiateRoot(headers.accept)
      const asking = { ...askingOf(request), method }
      timings?.mark('plan')
      const privileges = await pipelineOf(project).privileges(asking, schema)
      timings?.mark('transaction')
      const body =
        method === 'HEAD'
          ? ''
          : await documents.of(cache, {
              schema,
              project,
              privileges: mode === 'follow-privileges' ? privileges : undefined,
              isSecured,
            })
      if (tellsSchema(one(headers['accept-profile']), cache.exposedSchemas))
        void reply.header('content-profile', onWire(schema))
      timings?.mark('response')
      const head = { 'content-type': contentType, vary: VARY, ...timingHeader(timings) }
      return send(reply, { status: 200, headers: head, body })
    },
  })
  app.route({
    method: METHODS.filter((method) => method !== 'GET' && method !== 'HEAD'),
    url: '/',
    handler: async (request, reply) => {
      const { name } = await rootOf(request)
      if (name === undefined) throw unsupportedMethod(request.method)
      return answer(request, reply, { kind: 'routine', name, isRoot: true })
    },
  })
  app.all('/*', () => {
    throw refusal('PGRST125', 'Invalid path specified in request URL', { status: 404 })
  })

  /** The schema of a request that does not read or write rows. */
  async function scopeOf({ project, headers }: FastifyRequest) {
    const cache = await pipelineOf(project).schema.current()
    const schema = chooseSchema(one(headers['accept-profile']), cache.exposedSchemas)
    return { cache, schema }
  }

  /** The resource at the root, if the project publishes it. */
  async function rootOf(request: FastifyRequest) {
    const { schema } = pipelineOf(request.project)
    await schema.current()
    const {
      openapi_mode: mode,
      db_root_spec: name,
      openapi_security_active: isSecured = false,
    } = schema.settings()
    if (mode === 'disabled') throw rootDisabled()
    return { mode, name, isSecured, ...(await scopeOf(request)) }
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, target: Target) {
    const { headers, method } = request
    const result = await pipelineOf(request.project).answer({
      head: {
        method,
        target,
        queryString: queryOf(request),
        accept: headers.accept,
        prefer: one(headers['prefer']),
        range: headers.range,
        acceptProfile: one(headers['accept-profile']),
        contentProfile: one(headers['content-profile']),
      },
      body: Buffer.isBuffer(request.body) ? request.body : undefined,
      contentType: headers['content-type'],
      ...askingOf(request),
      callerMs: request.callerMs,
    })
    return send(reply, result)
  }
}

const timingHeader = (timings: Timings | undefined) =>
  timings && { 'server-timing': timings.header() }

const askingOf = ({ caller, headers, departure }: FastifyRequest) => ({
  caller,
  departure,
  headersJson: headersJson(headers),
  cookiesJson: cookiesJson(headers),
})

function one(value: string | string[] | undefined): string | undefined {
  if (value === undefined) return undefined
  return fromWire(typeof value === 'string' ? value : value.join(', '))
}
