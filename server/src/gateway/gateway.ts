import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import Fastify, { type FastifyInstance } from 'fastify'
import { createAddressReader, type AddressReader } from './address.ts'
import { noSuchApi } from '../lib/refusals.ts'
import { createAdmission } from './admission.ts'
import { refuseUnknownRoutes } from './api-paths.ts'
import { limitAllConnections, limitConnections } from './connection-limit.ts'
import { addDashboard } from './dashboard.ts'
import { renderError } from './errors.ts'
import {
  createMalformedRequestHandler,
  handleUnusualRequests,
  MAX_HEAD_BYTES,
} from './malformed-request.ts'
import { addMemberDoor } from './member-door.ts'
import { addMetricsDoor } from './metrics-door.ts'
import { endForbiddenVisits } from './end-visits.ts'
import type { ClientDoorOptions, GatewayOptions } from './options.ts'
import { limitPipelining } from './pipelining.ts'
import { addPlatformServices, addProjectDoor } from './project-door.ts'
import { createProjectLoad } from './project-load.ts'
import { acceptRequests, type DrainRequests } from './readiness.ts'
import { keepConnectionOfRefusedBody, refuseSlowBodies } from './request-body.ts'
import { addAccessLog } from './request-records.ts'
import { endStalledResponses } from './stalled-responses.ts'
import { addUpgradeDoor, isWebSocket, type EndSockets } from './upgrade-door.ts'
import { departureOf } from './visit.ts'

/** Maximum size of a parsed body. Leaves room for ten megabytes of SQL text with JSON escapes. */
const BODY_LIMIT = 24 * 1024 * 1024
/** Request ids from clients are echoed, so they must be short and printable. */
const REQUEST_ID = /^[\w-]{1,64}$/

/**
 * One listener for the dashboard, the platform API, the services' member APIs, and the APIs of
 * every project on `<ref>.localhost` or under `/p/<ref>`. Connections of the API port reach projects
 * only.
 */
export async function createGateway(options: GatewayOptions): Promise<FastifyInstance> {
  const { app, addresses, drainRequests } = createListener(options)
  app.get('/api/get-utc-time', () => ({ utcTime: options.clock.now().toISOString() }))
  const admission = createAdmission(options.clock)
  const load = createProjectLoad()
  options.apiPort.serveWith(app.server)
  await addProjectDoor(app, { ...options, admission, addresses, load })
  await addMetricsDoor(app, { ...options, addresses })
  await addPlatformServices(app, { ...options, admission, addresses })
  const endSockets = addUpgradeDoor(app, { ...options, admission, addresses, load })
  endForbiddenVisits(app, { ...options, admission, load })
  await addMemberDoor(app, { ...options, addresses, load })
  await addDashboard(app, options)
  return addDrain(app, { drainRequests, endSockets })
}

/** The listener of a node: the APIs of every project at their usual paths, and nothing else. */
export async function createNodeGateway(options: ClientDoorOptions): Promise<FastifyInstance> {
  const { app, addresses, drainRequests } = createListener(options)
  const admission = createAdmission(options.clock)
  const load = createProjectLoad()
  await addProjectDoor(app, { ...options, admission, addresses, load })
  const endSockets = addUpgradeDoor(app, { ...options, admission, addresses, load })
  endForbiddenVisits(app, { ...options, admission, load })
  refuseUnknownRoutes(app, notServedByNodes)
  return addDrain(app, { drainRequests, endSockets })
}

const notServedByNodes = () =>
  noSuchApi('This server has no API at this path.', 'Send other requests to the main server.')

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- Fastify's types are extended by merging interfaces.
  interface FastifyInstance {
    /** Ends work in progress and refuses new requests until the gateway is closed. */
    drain: DrainRequests
  }
}

function addDrain(
  app: FastifyInstance,
  given: { readonly drainRequests: DrainRequests; readonly endSockets: EndSockets },
): FastifyInstance {
  return app.decorate('drain', async (interrupt) => {
    await Promise.all([given.drainRequests(interrupt), given.endSockets()])
  })
}

function givenIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const given = headers['x-request-id']
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : undefined
}

/** The rules that apply to every request, whatever its route. */
function createListener(options: ClientDoorOptions): {
  readonly app: FastifyInstance
  readonly addresses: AddressReader
  readonly drainRequests: DrainRequests
} {
  const addresses = createAddressReader({
    publicHost: options.publicHost,
    apiPort: () => options.apiPort.port(),
  })
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    // Handlers for the router's own errors, which occur before every hook.
    frameworkErrors: renderError(options.log),
    http: {
      maxHeaderSize: MAX_HEAD_BYTES,
      requireHostHeader: false,
      shouldUpgradeCallback: isWebSocket,
    },
    forceCloseConnections: true,
    requestTimeout: 0,
    // `requireReady` refuses requests to a stopping server in the same form as other refusals.
    return503OnClosing: false,
    clientErrorHandler: createMalformedRequestHandler(options.services),
    // A public URL implies a proxy on this machine, whose headers contain the client's address.
    trustProxy: options.publicHost === undefined ? false : 'loopback',
    rewriteUrl: (request) => addresses.urlOf(request),
    // A project's clients cannot choose it, because the project's logs tell requests apart by it.
    genReqId: (request) =>
      (request.url?.startsWith('/p/') ? undefined : givenIdOf(request)) ?? randomUUID(),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
  })
  app.decorateRequest('project')
  app.decorateRequest('storedProject')
  app.decorateRequest('caller')
  app.decorateRequest('callerMs', 0)
  app.decorateRequest('member')
  app.decorateRequest('visit', null)
  app.decorateRequest('active', null)
  app.decorateRequest('sentBytes', undefined)
  app.decorateRequest('departure', {
    getter() {
      return this.visit ? departureOf(this.visit) : undefined
    },
  })
  app.decorateRequest('can')
  app.decorateRequest('isRevoked')
  app.decorateRequest('recordAudit')
  app.decorateRequest('recordRun')
  app.setErrorHandler(renderError(options.log))
  if (options.connections) limitAllConnections(app, options.connections)
  limitConnections(app, options.maxConnectionsPerAddress)
  limitPipelining(app)
  app.addHook('onRequest', (request, reply, done) => {
    void reply
      .header('x-request-id', givenIdOf(request) ?? request.id)
      .header('sb-request-id', request.id)
      .header('x-content-type-options', 'nosniff')
    done()
  })
  const drainRequests = acceptRequests(app, options)
  handleUnusualRequests(app)
  keepConnectionOfRefusedBody(app)
  refuseSlowBodies(app)
  endStalledResponses(app)
  addAccessLog(app, options.log)
  return { app, addresses, drainRequests }
}
