import type { FastifyInstance, FastifyReply } from 'fastify'
import { queryOf, scopeOf, timingHeader, timingsOf, type RouteDeps } from './answer-request.ts'
import { allowOf, allowOfRoutine } from './response/allow.ts'
import { VARY } from './response/respond.ts'
import type { Timings } from './response/server-timing.ts'
import { rootOf } from './root-routes.ts'

type ByName = { Params: { name: string } }

/** The routes that list the methods of a resource. */
export function addOptionsRoutes(app: FastifyInstance, deps: Pick<RouteDeps, 'pipelineOf'>): void {
  app.route<ByName>({
    method: 'OPTIONS',
    url: '/:name',
    handler: async (request, reply) => {
      const timings = timingsOf(deps, request)
      const { cache, schema } = await scopeOf(deps, request)
      timings?.mark('parse')
      return allow(reply, allowOf(cache, schema, request.params.name), timings)
    },
  })
  app.route<ByName>({
    method: 'OPTIONS',
    url: '/rpc/:name',
    handler: async (request, reply) => {
      const timings = timingsOf(deps, request)
      const { cache, schema } = await scopeOf(deps, request)
      timings?.mark('parse')
      const { name } = request.params
      return allow(reply, allowOfRoutine(cache, { schema, name }, queryOf(request)), timings)
    },
  })
  app.route({
    method: 'OPTIONS',
    url: '/',
    handler: async (request, reply) => {
      const timings = timingsOf(deps, request)
      const { cache, schema, name } = await rootOf(deps, request)
      timings?.mark('parse')
      const methods =
        name === undefined
          ? 'OPTIONS,GET,HEAD'
          : allowOfRoutine(cache, { schema, name }, queryOf(request))
      return allow(reply, methods, timings)
    },
  })
}

function allow(reply: FastifyReply, methods: string, timings: Timings | undefined): FastifyReply {
  timings?.mark('response')
  return reply.headers({ allow: methods, vary: VARY, ...timingHeader(timings) }).send()
}
