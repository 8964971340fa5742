import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  answerRequest,
  callContextOf,
  headerOf,
  scopeOf,
  timingHeader,
  timingsOf,
  type RouteDeps,
} from './answer-request.ts'
import { rootDisabled, unsupportedMethod } from './errors.ts'
import { negotiateRoot } from './openapi/root-media.ts'
import { tellsSchema } from './request/api-request.ts'
import { onWire } from './response/own-headers.ts'
import { VARY } from './response/respond.ts'
import { send } from './response/send.ts'

/** The root: the description of a schema, or the function that the project publishes there. */
export function addRootRoutes(
  app: FastifyInstance,
  deps: RouteDeps,
  methods: readonly string[],
): void {
  const { pipelineOf, documents } = deps
  app.route({
    method: ['GET', 'HEAD'],
    exposeHeadRoute: false,
    url: '/',
    handler: async (request, reply) => {
      const timings = timingsOf(deps, request)
      const { method, project, headers } = request
      const { cache, schema, mode, name, isSecured } = await rootOf(deps, request)
      if (name !== undefined)
        return answerRequest(deps, { request, reply }, { kind: 'routine', name, isRoot: true })
      timings?.mark('parse')
      const contentType = negotiateRoot(headers.accept)
      const call = { ...callContextOf(request), method }
      timings?.mark('plan')
      const privileges = await pipelineOf(project).privileges(call, schema)
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
      if (tellsSchema(headerOf(request, 'accept-profile'), cache.exposedSchemas))
        void reply.header('content-profile', onWire(schema))
      timings?.mark('response')
      const head = { 'content-type': contentType, vary: VARY, ...timingHeader(timings) }
      return send(reply, { status: 200, headers: head, body })
    },
  })
  app.route({
    method: methods.filter((method) => method !== 'GET' && method !== 'HEAD'),
    url: '/',
    handler: async (request, reply) => {
      const { name } = await rootOf(deps, request)
      if (name === undefined) throw unsupportedMethod(request.method)
      return answerRequest(deps, { request, reply }, { kind: 'routine', name, isRoot: true })
    },
  })
}

/** The resource at the root, if the project publishes it. */
export async function rootOf(deps: Pick<RouteDeps, 'pipelineOf'>, request: FastifyRequest) {
  const { schema } = deps.pipelineOf(request.project)
  await schema.current()
  const {
    openapi_mode: mode,
    db_root_spec: name,
    openapi_security_active: isSecured = false,
  } = schema.settings()
  if (mode === 'disabled') throw rootDisabled()
  return { mode, name, isSecured, ...(await scopeOf(deps, request)) }
}
