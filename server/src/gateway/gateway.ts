import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { addAccessLog } from './access-log.ts'
import { createHostReader } from './address.ts'
import { createAdmission } from './admission.ts'
import { addDashboard } from './dashboard.ts'
import { renderError } from './errors.ts'
import { addMemberDoor } from './member-door.ts'
import type { GatewayOptions } from './options.ts'
import { addPlatformServices, addProjectDoor } from './project-door.ts'
import { keepConnectionOfRefusedBody } from './refused-body.ts'
import { addUpgradeDoor } from './upgrade-door.ts'
import { answerUnreadable, answerUnusual, MAX_HEAD_BYTES } from './unreadable.ts'

/** The largest body taken: ten megabytes of SQL text, and its JSON quoting. */
const BODY_LIMIT = 24 * 1024 * 1024
/** Ids from outside are echoed and logged: short and printable only. */
const REQUEST_ID = /^[\w-]{1,64}$/

/**
 * One listener for everything: dashboard, platform API, members' doors, and the APIs of every
 * project on `<ref>.localhost` or under `/p/<ref>`.
 */
export async function createGateway(options: GatewayOptions): Promise<FastifyInstance> {
  const projectOfHost = createHostReader(options.publicHost)
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    http: { maxHeaderSize: MAX_HEAD_BYTES, requireHostHeader: false },
    forceCloseConnections: true,
    requestTimeout: 0,
    clientErrorHandler: answerUnreadable,
    // Behind a proxy on this machine, which a public address stands for, it names the client.
    trustProxy: options.publicHost === undefined ? false : 'loopback',
    // A project's own host is the path form of the same address, so one route table serves both.
    rewriteUrl(request) {
      const url = request.url ?? '/'
      const ref = projectOfHost(request.headers.host)
      return ref === undefined ? url : `/p/${ref}${url}`
    },
    genReqId(request) {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
    },
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
  })
  app.decorateRequest('project')
  app.decorateRequest('storedProject')
  app.decorateRequest('caller')
  app.decorateRequest('callerMs', 0)
  app.decorateRequest('member')
  app.setErrorHandler(renderError(options.log))
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id)
    done()
  })
  answerUnusual(app)
  keepConnectionOfRefusedBody(app)
  addAccessLog(app, options.log)
  app.get('/api/get-utc-time', () => ({ utcTime: options.clock.now().toISOString() }))

  const admission = createAdmission(options.clock)
  await addProjectDoor(app, { ...options, admission })
  await addPlatformServices(app, { ...options, admission })
  addUpgradeDoor(app.server, { ...options, admission, projectOfHost })
  await addMemberDoor(app, options)
  await addDashboard(app, options)
  return app
}
