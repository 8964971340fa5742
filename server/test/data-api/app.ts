import Fastify, { type FastifyInstance } from 'fastify'
import { systemClock } from '../../src/lib/clock.ts'
import { AppError } from '../../src/lib/errors.ts'
import { signJwt, verifyJwt } from '../../src/lib/jwt.ts'
import type { Project } from '../../src/project/project.ts'
import type { Service } from '../../src/project/service.ts'
import { createDataApi } from '../../src/services/data-api/index.ts'

export type TestApp = {
  readonly project: Project
  readonly app: FastifyInstance
  readonly service: Service
  readonly token: (role: string, claims?: Readonly<Record<string, unknown>>) => string
  /** Speaks HTTP to the app without a port, for clients that take a `fetch`. */
  readonly fetch: typeof fetch
}

/** The data API behind a door that reads tokens the way the gateway does. For tests. */
export async function createTestApp(project: Project): Promise<TestApp> {
  const service = createDataApi({ clock: systemClock })
  const app = Fastify({ bodyLimit: 1024 * 1024, routerOptions: { maxParamLength: 500 } })
  app.decorateRequest('project')
  app.decorateRequest('caller')
  app.decorateRequest('callerMs', 0)
  app.addHook('onRequest', (request, _reply, done) => {
    request.project = project
    const token = request.headers.authorization?.replace('Bearer ', '') ?? project.keys.anonKey
    const result = verifyJwt(token, project.keys.jwtSecret, systemClock.now())
    if (result.state === 'expired')
      throw new AppError('jwt_expired', 'JWT expired', { status: 401 })
    if (result.state !== 'valid')
      throw new AppError(`jwt_${result.state}`, result.reason, { status: 401 })
    const { claims } = result
    request.caller = { role: String(claims['role']), claims, claimsJson: JSON.stringify(claims) }
    done()
  })
  await app.register(async (scope) => service.publicDoor?.routes?.(scope), { prefix: '/rest/v1' })
  await app.ready()
  return {
    project,
    app,
    service,
    token: (role, claims = {}) => signJwt({ role, ...claims }, project.keys.jwtSecret),
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const { pathname, search } = new URL(request.url)
      const response = await app.inject({
        method: request.method as 'GET',
        url: pathname + search,
        headers: Object.fromEntries(request.headers),
        payload: Buffer.from(await request.arrayBuffer()),
      })
      const headers = new Headers()
      for (const [name, value] of Object.entries(response.headers)) headers.set(name, String(value))
      const isEmpty = response.statusCode === 204 || request.method === 'HEAD'
      return new Response(isEmpty ? null : response.body, { status: response.statusCode, headers })
    },
  }
}
