import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Project } from '../../fleet/project.ts'
import type { Log } from '../../lib/log.ts'
import { cookiesJson, headersJson } from '../../lib/request-settings.ts'
import { renderOpenApi } from './openapi/document.ts'
import type { Pipeline } from './pipeline.ts'
import { chooseSchema, type Target } from './request/api-request.ts'
import { negotiateRoot } from './openapi/root-media.ts'
import { refusal, rootDisabled, switchedOff } from './errors.ts'
import type { Answer } from './response/answer.ts'
import { isFault, renderError } from './response/errors.ts'
import { allowOf, allowOfRoutine } from './response/allow.ts'
import { readPrivileges } from './schema/privileges.ts'

type Named = { Params: { name: string } }
type PipelineOf = (project: Project) => Pipeline

const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE']

/** PostgREST's routes. No schemas: the parsers are the validation, and answers go out as they come. */
export function addRoutes(app: FastifyInstance, pipelineOf: PipelineOf, log: Log): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler((error, request, reply) => {
    const answer = renderError(error, request.caller?.role)
    if (isFault(answer))
      log.error({ id: request.id, ref: request.project?.ref, err: describe(error) }, 'data api')
    return send(reply, answer)
  })
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.project.settings.data_api.enabled ? undefined : switchedOff())
  })
  const options = { exposeHeadRoute: false }

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
      const { cache, schema } = await scopeOf(request)
      return reply.header('allow', allowOf(cache, schema, request.params.name)).send()
    },
  })
  app.route<Named>({
    method: 'OPTIONS',
    url: '/rpc/:name',
    handler: async (request, reply) => {
      const { cache, schema } = await scopeOf(request)
      return reply.header('allow', allowOfRoutine(cache, schema, request.params.name)).send()
    },
  })
  app.route({
    method: 'OPTIONS',
    url: '/',
    handler: (_request, reply) => reply.header('allow', 'OPTIONS,GET,HEAD').send(),
  })
  app.route({
    ...options,
    method: ['GET', 'HEAD'],
    url: '/',
    handler: async (request, reply) => {
      const contentType = negotiateRoot(request.headers.accept)
      const { method, project, caller } = request
      const { openapi_mode: mode } = project.settings.data_api
      if (mode === 'disabled') throw rootDisabled()
      const { cache, schema } = await scopeOf(request)
      const privileges =
        mode === 'follow-privileges' ? await readPrivileges(project, caller, schema) : undefined
      const body = method === 'HEAD' ? '' : renderOpenApi(cache, { schema, project, privileges })
      return send(reply, { status: 200, headers: { 'content-type': contentType }, body })
    },
  })
  app.all('/*', () => {
    throw refusal('PGRST125', 'Invalid path specified in request URL', { status: 404 })
  })

  /** The schema a request means, where it is not about rows. */
  async function scopeOf({ project, headers }: FastifyRequest) {
    const cache = await pipelineOf(project).schema.current()
    const schema = chooseSchema(one(headers['accept-profile']), cache.exposedSchemas)
    return { cache, schema }
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, target: Target) {
    const { headers, raw, method } = request
    const url = raw.url ?? ''
    const mark = url.indexOf('?')
    const result = await pipelineOf(request.project).answer({
      head: {
        method,
        target,
        queryString: mark < 0 ? '' : url.slice(mark + 1),
        accept: headers.accept,
        prefer: one(headers['prefer']),
        range: headers.range,
        acceptProfile: one(headers['accept-profile']),
        contentProfile: one(headers['content-profile']),
      },
      body: Buffer.isBuffer(request.body) ? request.body : undefined,
      contentType: headers['content-type'],
      caller: request.caller,
      callerMs: request.callerMs,
      headersJson: headersJson(headers),
      cookiesJson: cookiesJson(headers),
    })
    return send(reply, result)
  }
}

function send(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  void reply.code(status).headers(headers)
  // An empty text would be given a content type.
  return body === '' ? reply.send() : reply.send(body)
}

const describe = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

const one = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' || value === undefined ? value : value.join(', ')
