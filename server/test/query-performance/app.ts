import Fastify from 'fastify'
import { AppError } from '../../src/lib/errors.ts'
import { mountRoutes } from '../../src/lib/http.ts'
import type { MemberAction } from '../../src/project/service.ts'
import { createCollector } from '../../src/services/query-performance/collector.ts'
import { memberRoutes } from '../../src/services/query-performance/member-routes.ts'
import { ada, type Answer } from '../meta/app.ts'
import { createTestPlatform, type TestPlatform } from '../platform.ts'
import { createTestProject, type TestProject } from '../project.ts'

export type QueryPerformanceApp = {
  readonly test: TestProject
  readonly platform: TestPlatform
  readonly ref: string
  readonly audited: readonly MemberAction[]
  /** Reads the counters of the project now. */
  collect(): Promise<boolean>
  /** Moves the service's clock. */
  pass(hours: number): void
  call(method: 'GET' | 'POST', path: string): Promise<Answer>
  stop(): Promise<void>
}

/** The statistics of a project with its own Postgres, and the platform's real records of them. */
export async function createQueryPerformanceApp(): Promise<QueryPerformanceApp> {
  const [test, platform] = [await createTestProject(), await createTestPlatform()]
  const owner = await platform.person('owner')
  const ref = await platform.project(owner, await platform.organization(owner))
  const project = { ...test.project, ref }
  const clock = { now: () => platform.clock.at }
  const queryRecords = () => platform.platform.queryRecords
  const collector = createCollector({ clock, queryRecords, planOf: async () => 'free' })
  const audited: MemberAction[] = []
  const app = Fastify()
  app.decorateRequest('project')
  app.decorateRequest('member')
  app.addHook('onRequest', async (request) => {
    request.project = project
    request.member = ada
    request.recordAudit = async (action) => void audited.push(action)
  })
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof AppError))
      return reply.status(500).send({ code: 'fault', message: String(error) })
    const { status, code, message, hint } = error
    return reply.status(status).send({ code, message, hint })
  })
  mountRoutes(app, memberRoutes({ clock, queryRecords, collector }))
  return {
    test,
    platform,
    ref,
    audited,
    collect: () => collector.collect(project),
    pass: (hours) =>
      void (platform.clock.at = new Date(platform.clock.at.getTime() + hours * 36e5)),
    async call(method, path) {
      const url = `/platform/query-performance/${ref}${path}`
      const response = await app.inject({ method, url })
      return { status: response.statusCode, body: response.json() }
    },
    async stop() {
      await app.close()
      await test.stop()
      await platform.stop()
    },
  }
}
