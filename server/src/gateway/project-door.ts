import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
} from 'fastify'
import type { Caller } from '../project/caller.ts'
import type { PublicDoor, Service } from '../project/service.ts'
import { noLogs } from '../project/log-sink.ts'
import { noSuchApi } from '../lib/refusals.ts'
import type { AddressReader } from './address.ts'
import { credentialsOf, type Admission } from './admission.ts'
import { createEntrance } from './enter-project.ts'
import { createCors, isolateOrigin, type ApplyCors } from './isolation.ts'
import type { ClientDoorOptions, GatewayOptions } from './options.ts'
import type { ProjectLoad } from './project-load.ts'
import { smallBody } from './request-body.ts'
import { logRequests, measureUsage, noteRequests } from './request-records.ts'

type DoorOptions = Pick<
  ClientDoorOptions,
  'fleet' | 'services' | 'platform' | 'clock' | 'recentRequests' | 'logs' | 'network'
> & {
  readonly admission: Admission
  readonly addresses: AddressReader
  readonly load: ProjectLoad
}

/** The public APIs of every project, mounted at `/p/<ref>/<service>/v1`. */
export async function addProjectDoor(app: FastifyInstance, options: DoorOptions): Promise<void> {
  for (const service of options.services) {
    const { publicDoor } = service
    if (publicDoor?.routes)
      await app.register(
        async (scope) => {
          applyBodyPolicy(scope, publicDoor)
          isolateOrigin(scope, options.addresses, service)
          scope.addHook('onRequest', enter(service, { ...options, cors: createCors(publicDoor) }))
          measureUsage(scope, service, options.network)
          logRequests(scope, service, options.logs ?? noLogs)
          const { recentRequests, clock } = options
          if (recentRequests) noteRequests(scope, service, { recentRequests, clock })
          options.load.countBytes(scope)
          await publicDoor.routes?.(scope)
        },
        { prefix: `/p/:ref/${service.name}/v1` },
      )
  }
  // Any other path at a project's address is a 404, not a page of the dashboard.
  const cors = createCors({})
  const doors = options.services.filter(({ publicDoor }) => publicDoor?.routes)
  const hint = `Available paths: ${listed(doors.map(({ name }) => `/${name}/v1`))}.`
  // Refused in a hook, which runs before the body is parsed.
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    if (cors(request, reply)) return reply
    throw noSuchApi('This project has no API at this path.', hint)
  }
  for (const url of ['/p/:ref', '/p/:ref/*']) app.all(url, { onRequest }, () => {})
}

/** The services that serve the platform's own accounts; a browser needs no key there. */
export async function addPlatformServices(
  app: FastifyInstance,
  options: Omit<DoorOptions, 'load'> & Pick<GatewayOptions, 'platformProject'>,
): Promise<void> {
  const project = options.platformProject
  for (const service of options.services)
    if (service.servesPlatform)
      await app.register(
        async (scope) => {
          if (service.publicDoor) applyBodyPolicy(scope, service.publicDoor)
          isolateOrigin(scope, options.addresses, service)
          scope.addHook('onRequest', async (request) => {
            request.project = request.storedProject = project
            request.caller = options.admission.admitKeyless(request, project)
          })
          await service.publicDoor?.routes?.(scope)
        },
        { prefix: `/${service.name}/v1` },
      )
}

type Arrival = { readonly request: FastifyRequest; readonly reply: FastifyReply }

/** The checks that every request passes before a service's handler. */
function enter(
  service: Service,
  { platform, fleet, admission, load, cors }: DoorOptions & { readonly cors: ApplyCors },
) {
  const admit = admission.createAdmit(service)
  const enterProject = createEntrance<Arrival>({
    fleet,
    service: service.name,
    requireServing: platform.requireServing,
    count: (ref, { request, reply }) =>
      load.enterRequest(ref, request, {
        carrier: reply.raw,
        credentialsOf: () => credentialsOf(request),
      }),
    receiveBody: ({ request, reply }) => smallBody(request, reply),
    reach({ request }, project) {
      request.project = request.storedProject = project
    },
    admit({ request }, project) {
      const since = performance.now()
      const settle = (caller: Caller) => {
        request.caller = caller
        request.callerMs = performance.now() - since
      }
      const caller = admit(request, project)
      return caller instanceof Promise ? caller.then(settle) : settle(caller)
    },
  })
  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => {
    if (cors(request, reply)) return undefined
    const { ref } = request.params as { ref: string }
    const entering = enterProject(ref, { request, reply })
    if (entering) return entering
    done()
    return undefined
  }
}

/** Applies a size limit to every route of the service, or passes bodies on as streams. */
function applyBodyPolicy(scope: FastifyInstance, { body }: PublicDoor): void {
  if (body === undefined) return
  if (body === 'streamed') {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  }
  const limit = body === 'streamed' ? Number.MAX_SAFE_INTEGER : body.maxBytes
  scope.addHook('onRoute', (route) => {
    route.bodyLimit ??= limit
  })
}

/** `a, b and c`. */
const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
