import Fastify, { type FastifyInstance } from 'fastify'
import { mountRoutes } from '../src/lib/http.ts'
import type { Service } from '../src/project/service.ts'
import { testServices } from './services.ts'

export type ServiceRoute = {
  readonly service: Service
  readonly method: string
  /** In the router's notation, relative to the service's address: `/admin/users/:id`. */
  readonly path: string
}

/** Every route of every service's API for a project's clients, as its declaration mounts them. */
export async function publicRoutes(): Promise<readonly ServiceRoute[]> {
  const found: ServiceRoute[] = []
  for (const service of testServices()) {
    const routes = await collect((app) => service.publicDoor?.routes?.(app))
    found.push(...routes.map((route) => ({ service, ...route })))
  }
  return found
}

/** Every route of every service's API for members; their paths are whole. */
export async function memberRoutes(): Promise<readonly ServiceRoute[]> {
  const found: ServiceRoute[] = []
  for (const service of testServices())
    for (const door of service.memberDoors ?? []) {
      const routes = await collect((app) => mountRoutes(app, door.routes))
      found.push(...routes.map((route) => ({ service, ...route })))
    }
  return found
}

async function collect(add: (app: FastifyInstance) => void | Promise<void> | undefined) {
  const found: { readonly method: string; readonly path: string }[] = []
  const app = Fastify()
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) found.push({ method: each, path: url })
  })
  await app.register(async (scope) => {
    await add(scope)
  })
  await app.ready()
  await app.close()
  return found
}
