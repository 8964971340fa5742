import { mountRoutes } from '../../src/lib/http.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { createTestProject, type TestProject } from '../project.ts'
import { memberId, type Member } from '../../src/project/member.ts'
import { systemClock } from '../../src/lib/clock.ts'
import type { MemberRun } from '../../src/project/member-run.ts'
import type { MemberAction } from '../../src/project/service.ts'
import { AppError } from '../../src/lib/errors.ts'
import type { Looks } from '../../src/fleet/looks/port.ts'
import { createMeta } from '../../src/services/meta/index.ts'
import { noLooks } from '../looks.ts'

export type Answer = {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- A test says what it expects of the body, field by field.
  readonly body: any
}

/** The meta service on a separate project, called as a member. */
export type MetaApp = {
  readonly app: FastifyInstance
  readonly test: TestProject
  /** Sends a request to `/platform/meta/{ref}`, by default as the usual member. */
  call(method: Method, path: string, body?: object, member?: Member): Promise<Answer>
  /** The oid of a table. */
  idOf(name: string): Promise<number>
  /** Moves the service's clock. */
  pass(seconds: number): void
  /** The members who have signed out. */
  readonly signedOut: Set<Member>
  /** The members' actions, for the audit log. */
  readonly audited: readonly MemberAction[]
  /** The members' runs, for their history. */
  readonly recorded: readonly MemberRun[]
  stop(): Promise<void>
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

const BODY_LIMIT = 12_000_000
const ordinary = {
  kind: 'person',
  isOperator: false,
  hasSecondFactor: false,
  credential: 'session',
  sessionId: '00000000-0000-4000-8000-000000000001',
} as const
export const ada: Member = { userId: 'ada', email: 'ada@example.com', ...ordinary }
export const bob: Member = { userId: 'bob', email: 'bob@example.com', ...ordinary }
/** Can only read. */
export const rita: Member = { userId: 'rita', email: 'rita@example.com', ...ordinary }

export async function createMetaApp(looks: () => Looks = noLooks): Promise<MetaApp> {
  const test = await createTestProject()
  let passedMs = 0
  const clock = { now: () => new Date(systemClock.now().getTime() + passedMs) }
  const signedOut = new Set<Member>()
  const service = createMeta({ clock, looks })
  const audited: MemberAction[] = []
  const recorded: MemberRun[] = []
  const app = Fastify({ bodyLimit: BODY_LIMIT })
  app.decorateRequest('project')
  app.decorateRequest('member')
  app.decorateRequest('can')
  app.decorateRequest('isRevoked')
  app.addHook('onRequest', async (request) => {
    request.project = test.project
    const name = String(request.headers['x-member'])
    request.member = [bob, rita].find((each) => memberId(each) === name) ?? ada
    request.recordAudit = async (action) => void audited.push(action)
    request.recordRun = async (run) => void recorded.push(run)
    request.isRevoked = async () => signedOut.has(request.member)
    request.can = (permission) => request.member !== rita || permission === 'database:read'
  })
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof AppError))
      return reply.status(500).send({ code: 'fault', message: String(error) })
    const { status, code, message, hint, details } = error
    return reply.status(status).send({ code, message, hint, details })
  })
  for (const { routes } of service.memberDoors ?? []) mountRoutes(app, routes)
  const call: MetaApp['call'] = async (method, path, body, member = ada) => {
    const response = await app.inject({
      method,
      url: `/platform/meta/${test.project.ref}${path}`,
      headers: { 'x-member': memberId(member) },
      ...(body && { payload: body }),
    })
    return { status: response.statusCode, body: response.json() }
  }
  return {
    app,
    test,
    audited,
    recorded,
    signedOut,
    pass: (seconds) => void (passedMs += seconds * 1000),
    call,
    async idOf(name) {
      const { body } = await call('POST', '/query', query(`select '${name}'::regclass::oid`))
      return Number(body.results[0].rows[0][0])
    },
    async stop() {
      await service.stop?.(test.project)
      await app.close()
      await test.stop()
    },
  }
}

/** The request body for running SQL text. */
export const query = (sql: string, options: object = {}) => ({
  run_id: crypto.randomUUID(),
  sql,
  ...options,
})
