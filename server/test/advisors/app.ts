import Fastify from 'fastify'
import { systemClock } from '../../src/lib/clock.ts'
import { AppError } from '../../src/lib/errors.ts'
import { mountRoutes } from '../../src/lib/http.ts'
import type { MemberAction } from '../../src/project/service.ts'
import { createAdvisorsService } from '../../src/services/advisors/index.ts'
import { PROTECTED_SCHEMAS } from '../../src/services/meta/index.ts'
import { ada, type Answer } from '../meta/app.ts'
import { createTestProject, type TestProject } from '../project.ts'
import { createMemoryRecords } from './records.ts'

export const protectedSchemas = PROTECTED_SCHEMAS

export type AdvisorsApp = {
  readonly test: TestProject
  readonly service: ReturnType<typeof createAdvisorsService>
  readonly audited: readonly MemberAction[]
  call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Answer>
  stop(): Promise<void>
}

/** The advisors of a separate project, called as a member who can do everything. */
export async function createAdvisorsApp(): Promise<AdvisorsApp> {
  const test = await createTestProject()
  const records = createMemoryRecords()
  const service = createAdvisorsService({
    clock: systemClock,
    advisorRecords: () => records,
    protectedSchemas,
    installationUrls: () => ({ dashboard: 'https://stoa.example.com' }),
  })
  const audited: MemberAction[] = []
  const app = Fastify()
  app.decorateRequest('project')
  app.decorateRequest('storedProject')
  app.decorateRequest('member')
  app.addHook('onRequest', async (request) => {
    request.project = request.storedProject = test.project
    request.member = ada
    request.recordAudit = async (action) => void audited.push(action)
  })
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof AppError))
      return reply.status(500).send({ code: 'fault', message: String(error) })
    const { status, code, message, hint, details } = error
    return reply.status(status).send({ code, message, hint, details })
  })
  for (const { routes } of service.memberDoors ?? []) mountRoutes(app, routes)
  return {
    test,
    service,
    audited,
    async call(method, path, body) {
      const url = path.replace('{ref}', test.project.ref)
      const response = await app.inject({ method, url, ...(body && { payload: body }) })
      return { status: response.statusCode, body: response.json() }
    },
    async stop() {
      await service.stop?.(test.project)
      await app.close()
      await test.stop()
    },
  }
}
