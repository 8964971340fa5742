import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { KeyRing } from '../project/keys/key-ring.ts'
import type { Fleet } from '../fleet/port.ts'
import type { Caller } from '../project/caller.ts'
import type { Project } from '../project/project.ts'
import type { Service } from '../project/service.ts'
import { AppError } from '../lib/errors.ts'
import type { Credentials } from './caller.ts'
import { applyCors } from './cors.ts'
import { holdLease } from './hold-lease.ts'

type DoorOptions = {
  readonly fleet: Fleet
  readonly services: readonly Service[]
  readonly platform: { requireServing(ref: string): void | Promise<void> }
  readonly platformProject: Project
  readonly resolveCaller: (keys: KeyRing, credentials: Credentials) => Caller
}

/** Followed from a mail or another site's redirect, where nobody can add a key. */
const KEYLESS = /^\/(?:p\/[a-z]+\/)?auth\/v1\/(?:verify|authorize|callback|\.well-known\/)/

/** The public APIs of every project, mounted at `/p/<ref>/<service>/v1`. */
export async function addProjectDoor(app: FastifyInstance, options: DoorOptions): Promise<void> {
  await app.register(async (door) => {
    door.addHook('onRequest', async (request, reply) => {
      if (applyCors(request, reply)) return reply
      const { ref } = request.params as { ref: string }
      await options.platform.requireServing(ref)
      // Authentication is asked before a sleeping project is woken for a stranger only where that
      // needs no secrets; keys are the project's own, so the lease comes first.
      const lease = await options.fleet.acquire(ref)
      holdLease(reply, lease)
      request.project = lease.project
      const asked = performance.now()
      request.caller = callerOf(request, lease.project, options)
      request.callerMs = performance.now() - asked
    })
    for (const service of options.services)
      if (service.publicRoutes)
        await door.register(async (scope) => service.publicRoutes?.(scope), {
          prefix: `/p/:ref/${service.name}/v1`,
        })
    // Whatever else is asked of a project's address is no page of the dashboard.
    for (const url of ['/p/:ref', '/p/:ref/*'])
      door.all(url, () => {
        throw new AppError('no_such_api', 'No API of this project answers at this address.', {
          status: 404,
          hint: 'A project answers at /rest/v1, /graphql/v1 and /auth/v1.',
        })
      })
  })
}

/** The same auth service for the platform's own accounts, at `/auth/v1`; a browser needs no key there. */
export async function addPlatformAuth(app: FastifyInstance, options: DoorOptions): Promise<void> {
  const auth = options.services.find((service) => service.name === 'auth')
  await app.register(
    async (door) => {
      door.addHook('onRequest', async (request) => {
        request.project = options.platformProject
        request.caller = callerOf(request, options.platformProject, options)
      })
      await auth?.publicRoutes?.(door)
    },
    { prefix: '/auth/v1' },
  )
}

const anonymous: Caller = { role: 'anon', claims: { role: 'anon' }, claimsJson: '{"role":"anon"}' }

function callerOf(request: FastifyRequest, project: Project, options: DoorOptions): Caller {
  const { apikey } = request.headers
  const { apikey: fromQuery } = request.query as { apikey?: unknown }
  const credentials: Credentials = {
    apikey: first(apikey) ?? (typeof fromQuery === 'string' ? fromQuery : undefined),
    authorization: request.headers.authorization,
  }
  const isOpen = project.ref === 'platform' || KEYLESS.test(request.url)
  if (isOpen && credentials.apikey === undefined && credentials.authorization === undefined)
    return anonymous
  return options.resolveCaller(project.keys, credentials)
}

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)
