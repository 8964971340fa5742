import type { FastifyInstance, FastifyRequest } from 'fastify'
import { holdLease } from './hold-lease.ts'
import { refuseManyValues } from './large-json.ts'
import type { GatewayOptions } from './options.ts'
import { createTurns } from '../lib/turns.ts'

/**
 * The platform API and the services' member APIs. No handler runs unless the permission table
 * allows the route's `access`; a route without `access` cannot be reached.
 */
export async function addMemberDoor(app: FastifyInstance, options: GatewayOptions): Promise<void> {
  const authorize = async (request: FastifyRequest) => {
    const { access } = request.routeOptions.config
    if (access === undefined) throw new Error(`Route ${request.routeOptions.url} names no access`)
    request.member = await options.platform.authorize(request, access)
  }
  const inTurns = createTurns()
  await app.register(async (scope) => {
    refuseManyValues(scope, inTurns)
    scope.addHook('onRequest', authorize)
    await options.platform.routes(scope)
  })
  for (const service of options.services)
    for (const door of service.memberDoors ?? [])
      await app.register(async (scope) => {
        refuseManyValues(scope, inTurns)
        scope.addHook('onRequest', async (request, reply) => {
          await authorize(request)
          options.platform.requireConnectionHandle(request)
          const { ref } = request.params as { ref: string }
          if (door.needs === 'records') {
            request.storedProject = await options.fleet.stored(ref)
            return
          }
          const lease = await options.fleet.acquire(ref)
          holdLease(reply, lease)
          request.project = request.storedProject = lease.project
          const fault = lease.faultOf(service.name)
          if (fault) throw fault
        })
        await door.routes(scope)
      })
}
