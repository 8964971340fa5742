import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AddressReader } from './address.ts'
import { createEntrance } from './enter-project.ts'
import { isolateOrigin } from './isolation.ts'
import { refuseManyValues } from './large-json.ts'
import type { GatewayOptions } from './options.ts'
import { createProjectLoad, type ProjectLoad } from './project-load.ts'
import { smallBody } from './request-body.ts'
import { AppError } from '../lib/errors.ts'
import { mountRoutes } from '../lib/http.ts'
import { createTurns } from '../lib/turns.ts'

type Arrival = { readonly request: FastifyRequest; readonly reply: FastifyReply }

/**
 * The platform API and the services' member APIs. No handler runs unless the permission table
 * allows the route's `access`; a route without `access` cannot be reached.
 */
export async function addMemberDoor(
  app: FastifyInstance,
  options: GatewayOptions & { readonly addresses: AddressReader; readonly load: ProjectLoad },
): Promise<void> {
  const authorize = async (request: FastifyRequest, reply: FastifyReply) => {
    void reply.header('cache-control', 'no-store')
    const { access } = request.routeOptions.config
    if (access === undefined) throw new Error(`Route ${request.routeOptions.url} names no access`)
    request.member = await options.platform.authorize(request, access)
    request.can = (permission) => options.platform.can(request, permission)
    request.isRevoked = () =>
      options.platform.authorize(request, access).then(() => false, isRevocation)
    request.recordAudit = (action) => options.platform.recordAudit(request, action)
    request.recordRun = (run) => options.platform.recordRun(request, run)
  }
  const inTurns = createTurns()
  // Limits members separately, so that a project's clients cannot keep them from deploying a fix.
  const recordsLoad = createProjectLoad()
  await app.register(async (scope) => {
    refuseManyValues(scope, inTurns)
    scope.addHook('onRequest', authorize)
    await options.platform.routes(scope)
  })
  for (const service of options.services)
    for (const door of service.memberDoors ?? [])
      await app.register(async (scope) => {
        // Members see content stored by tenants in the dashboard's own origin.
        isolateOrigin(scope, options.addresses, { name: service.name })
        refuseManyValues(scope, inTurns)
        const enterProject = createEntrance<Arrival>({
          fleet: options.fleet,
          service: service.name,
          count: (ref, { request, reply }) =>
            options.load.enterRequest(ref, request, {
              carrier: reply.raw,
              credentialsOf: undefined,
            }),
          receiveBody: ({ request, reply }) => smallBody(request, reply),
          reach({ request }, project) {
            request.project = request.storedProject = project
          },
        })
        scope.addHook('onRequest', async (request, reply) => {
          await authorize(request, reply)
          options.platform.requireConnectionHandle(request)
          const { ref } = request.params as { ref: string }
          if (door.needs === 'database') return enterProject(ref, { request, reply })
          recordsLoad.enterRequest(ref, request, { carrier: reply.raw, credentialsOf: undefined })
          request.storedProject = await options.fleet.stored(ref)
        })
        options.load.countBytes(scope)
        mountRoutes(scope, door.routes)
      })
}

/**
 * A token that has expired does not end what its session began: the browser has a newer one. Nor does
 * a platform that is unavailable.
 */
const isRevocation = (error: unknown): boolean =>
  error instanceof AppError && error.code !== 'session_expired' && REVOKED.has(error.status)

const REVOKED = new Set([401, 403, 404])
