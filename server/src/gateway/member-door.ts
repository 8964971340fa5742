import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AddressReader } from './address.ts'
import { holdLease } from './open-requests.ts'
import { isolateOrigin } from './isolation.ts'
import { refuseManyValues } from './large-json.ts'
import type { GatewayOptions } from './options.ts'
import { createProjectLoad, type ProjectLoad } from './project-load.ts'
import { smallBody } from './request-body.ts'
import { createTurns } from '../lib/turns.ts'

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
    request.recordAudit = (action) => options.platform.recordAudit(request, action)
  }
  const inTurns = createTurns()
  // A project's clients cannot keep its members from deploying a correction.
  const recordsLoad = createProjectLoad()
  await app.register(async (scope) => {
    refuseManyValues(scope, inTurns)
    scope.addHook('onRequest', authorize)
    await options.platform.routes(scope)
  })
  for (const service of options.services)
    for (const door of service.memberDoors ?? [])
      await app.register(async (scope) => {
        // Members see what tenants have stored, in the dashboard's own origin.
        isolateOrigin(scope, options.addresses, { name: service.name })
        refuseManyValues(scope, inTurns)
        scope.addHook('onRequest', async (request, reply) => {
          await authorize(request, reply)
          options.platform.requireConnectionHandle(request)
          const { ref } = request.params as { ref: string }
          if (door.needs === 'records') {
            recordsLoad.enter(ref, request, reply)
            request.storedProject = await options.fleet.stored(ref)
            return
          }
          options.load.enter(ref, request, reply)
          await smallBody(request, reply)
          const lease = await options.fleet.acquire(ref)
          holdLease(reply, lease)
          request.project = request.storedProject = lease.project
          const fault = lease.faultOf(service.name)
          if (fault) throw fault
        })
        options.load.countBytes(scope)
        await door.routes(scope)
      })
}
