import type { FastifyInstance } from 'fastify'
import { holdLease } from './hold-lease.ts'
import type { GatewayOptions } from './options.ts'

/**
 * The platform API and the members' doors of the services. Nobody's handler runs before the
 * permission table has agreed to the route's `access`; a route without one cannot be reached.
 */
export async function addMemberDoor(app: FastifyInstance, options: GatewayOptions): Promise<void> {
  const authorize = async (request: Parameters<GatewayOptions['platform']['authorize']>[0]) => {
    const { access } = request.routeOptions.config
    if (access === undefined) throw new Error(`Route ${request.routeOptions.url} names no access`)
    request.member = await options.platform.authorize(request, access)
  }
  await app.register(async (scope) => {
    scope.addHook('onRequest', authorize)
    await options.platform.routes(scope)
  })
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      await authorize(request)
      options.platform.requireConnectionHandle(request)
      const { ref } = request.params as { ref: string }
      const lease = await options.fleet.acquire(ref)
      holdLease(reply, lease)
      request.project = lease.project
    })
    for (const service of options.services) await service.memberRoutes?.(scope)
  })
}
