import type { MetricName } from '@stoa/contract/catalog/metrics'
import Fastify from 'fastify'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { AppError } from '../../src/lib/errors.ts'
import { mountRoutes } from '../../src/lib/http.ts'
import { createOutgoing } from '../../src/lib/outgoing.ts'
import { createSettings } from '../../src/project/settings.ts'
import type { Member } from '../../src/project/member.ts'
import type { Mailer } from '../../src/project/mailer.ts'
import type { JobPayload, Project, StoredProject } from '../../src/project/project.ts'
import type { MemberAction } from '../../src/project/service.ts'
import { createAlerts } from '../../src/services/alerts/index.ts'
import type { Answer } from '../meta/app.ts'
import { createTestPlatform, type TestPerson, type TestPlatform } from '../platform.ts'
import { testStoredParts } from '../stored-parts.ts'

type Received = { readonly headers: http.IncomingHttpHeaders; readonly body: string }
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
type Job = { readonly job: string; readonly payload: JobPayload; readonly runAt: Date | undefined }

export type AlertsApp = {
  readonly test: TestPlatform
  readonly owner: TestPerson
  readonly project: StoredProject
  readonly audited: readonly MemberAction[]
  readonly mails: Parameters<Mailer>[0][]
  readonly jobs: Job[]
  /** The requests that `receiver` got; it responds with `status`. */
  readonly receiver: { readonly url: string; readonly received: Received[]; status: number }
  /** Whether backups are late or fail; undefined if nobody can say. */
  readonly backups: { isFailing: boolean | undefined }
  /** The metrics of the last minutes. */
  readonly values: Partial<Record<MetricName, readonly (number | null)[]>>
  call(method: Method, path: string, body?: object): Promise<Answer>
  /** Passes a minute and runs the checks, then sends the messages that are due. */
  minute(): Promise<void>
  /** Runs a job in the database of a project. */
  runJob(project: Project, payload: JobPayload): Promise<void>
  setRunning(isRunning: boolean): void
  stop(): Promise<void>
}

/** Alerts of a project with the records of a real platform, called as the owner. */
export async function createAlertsApp(): Promise<AlertsApp> {
  const test = await createTestPlatform()
  const owner = await test.person('owner')
  const ref = await test.project(owner, await test.organization(owner))
  const receiver = await startReceiver()
  const mails: Parameters<Mailer>[0][] = []
  const jobs: Job[] = []
  const values: AlertsApp['values'] = {}
  const backups: AlertsApp['backups'] = { isFailing: false }
  const service = createAlerts({
    clock: { now: () => test.clock.at },
    alertRecords: () => test.platform.alertRecords,
    metrics: { recent: (_ref, metric) => values[metric] ?? [] },
    mailer: async (mail) => void mails.push(mail),
    hasMailServer: false,
    isBackupFailing: async () => backups.isFailing,
    outgoing: createOutgoing({ allowsPrivate: true }),
    installationKey: Buffer.alloc(32, 7),
    installationUrls: () => ({ dashboard: 'https://stoa.example.com' }),
  })
  const project: StoredProject = {
    ...testStoredParts(ref),
    settings: createSettings({}),
    addJob: async (_service, job, payload = {}, options = {}) =>
      void jobs.push({ job, payload, runAt: options.runAt }),
  }
  const audited: MemberAction[] = []
  const app = serve(service.memberDoors ?? [], { project, member: owner, audited })
  const run = async (name: string, target: StoredProject, payload: JobPayload = {}) => {
    const job = service.jobs?.[name]
    const details = { payload, attempt: 1, isLastAttempt: false }
    const { signal } = new AbortController()
    // A job that needs the database gets a running project from its caller.
    await job?.run(target as Project, { ...details, signal })
  }
  return {
    test,
    owner,
    project,
    audited,
    mails,
    jobs,
    receiver,
    backups,
    values,
    async call(method, path, body) {
      const url = `/platform/alerts/${ref}/${path}`
      const response = await app.inject({ method, url, ...(body && { payload: body }) })
      return { status: response.statusCode, body: response.json() }
    },
    async minute() {
      test.clock.at = new Date(test.clock.at.getTime() + 60_000)
      await run('evaluate', project)
      await run('deliver', project)
    },
    runJob: (target, payload) => run('query', { ...target, ref, addJob: project.addJob }, payload),
    setRunning: (isRunning) =>
      void (isRunning ? service.start : service.stop)?.({ ref } as Project),
    async stop() {
      await app.close()
      receiver.close()
      await test.stop()
    },
  }
}

function serve(
  doors: readonly { readonly routes: Parameters<typeof mountRoutes>[1] }[],
  {
    project,
    member,
    audited,
  }: { project: StoredProject; member: TestPerson; audited: MemberAction[] },
) {
  const person: Member = {
    kind: 'person',
    userId: member.userId,
    email: member.email,
    isOperator: false,
    hasSecondFactor: false,
    credential: 'session',
    sessionId: null,
  }
  const app = Fastify()
  app.decorateRequest('storedProject')
  app.decorateRequest('member')
  app.addHook('onRequest', async (request) => {
    request.storedProject = project
    request.member = person
    request.recordAudit = async (action) => void audited.push(action)
  })
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof AppError))
      return reply.status(500).send({ code: 'fault', message: String(error) })
    const { status, code, message, hint, details } = error
    return reply.status(status).send({ code, message, hint, details })
  })
  for (const { routes } of doors) mountRoutes(app, routes)
  return app
}

async function startReceiver() {
  const receiver = { url: '', received: [] as Received[], status: 200, close: () => {} }
  const server = http.createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      receiver.received.push({ headers: request.headers, body })
      response.writeHead(receiver.status).end('received')
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  // A server that listens on a port has an address of this type.
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  receiver.close = () => {
    server.closeAllConnections()
    server.close()
  }
  return receiver
}
