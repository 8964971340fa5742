import { mountRoutes } from '../../src/lib/http.ts'
import { readFileSync } from 'node:fs'
import Fastify, { type FastifyInstance } from 'fastify'
import { createTestProject, type TestProject } from '../project.ts'
import type { Member } from '../../src/project/member.ts'
import type { MemberAction } from '../../src/project/service.ts'
import type { StoredSettings } from '../../src/project/settings.ts'
import { systemClock } from '../../src/lib/clock.ts'
import type { CallerStatement } from '../../src/postgres/database.ts'
import { createGraphql } from '../../src/services/graphql/index.ts'

export type Answer = {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- A test says what it expects of the body, field by field.
  readonly body: any
}

export type Who = { readonly role: string; readonly sub?: string }

/** The GraphQL service on a project of its own. For tests. */
export type GraphqlApp = {
  readonly app: FastifyInstance
  readonly test: TestProject
  /** Every statement that ran as a caller, in order, except those that read the catalogue. */
  readonly statements: CallerStatement[]
  /** Actions of members for the audit log. */
  readonly audited: readonly MemberAction[]
  /** Sends a request to the public door, by default as `service_role`. */
  ask(query: string, variables?: object, who?: Who): Promise<Answer>
  /** The data of the response; throws if there are errors. */
  // oxlint-disable-next-line typescript/no-explicit-any -- As above.
  data(query: string, variables?: object, who?: Who): Promise<any>
  /** The first error of the response. */
  // oxlint-disable-next-line typescript/no-explicit-any -- As above.
  error(query: string, variables?: object, who?: Who): Promise<any>
  /** Sends a body as it is. */
  send(payload: string | Buffer, who?: Who): Promise<Answer>
  stop(): Promise<void>
}

/** Tables, views and functions of every kind that the API serves, with a few rows. */
export const testSchema = (): string => readFileSync(new URL('schema.sql', import.meta.url), 'utf8')

const service: Who = { role: 'service_role' }

const MEMBER: Member = {
  kind: 'person',
  userId: 'ada',
  email: 'ada@example.com',
  isOperator: false,
  hasSecondFactor: false,
  credential: 'session',
  sessionId: '00000000-0000-4000-8000-000000000001',
}

export async function createGraphqlApp(
  schemaSql: string,
  settings: StoredSettings = {},
): Promise<GraphqlApp> {
  const test = await createTestProject({ settings })
  await test.run(schemaSql)
  const statements: CallerStatement[] = []
  const { database } = test
  const project = {
    ...test.project,
    database: {
      ...database,
      asCaller: (...[context, first, after]: Parameters<typeof database.asCaller>) => {
        if (first.name !== 'graphql-catalogue') statements.push(first, ...(after ?? []))
        return database.asCaller(context, first, after)
      },
    },
  }
  const audited: MemberAction[] = []
  const graphql = createGraphql({ clock: systemClock })
  const app = Fastify()
  app.decorateRequest('project')
  app.decorateRequest('caller')
  app.decorateRequest('member')
  app.addHook('onRequest', async (request) => {
    request.project = project
    const role = String(request.headers['x-role'] ?? 'anon')
    const sub = request.headers['x-sub']
    const claims = { role, ...(sub !== undefined && { sub: String(sub) }) }
    request.caller = { role, claims, claimsJson: JSON.stringify(claims) }
    request.member = MEMBER
    request.recordAudit = async (action) => void audited.push(action)
  })
  await app.register(async (scope) => graphql.publicDoor?.routes?.(scope), {
    prefix: '/graphql/v1',
  })
  for (const { routes } of graphql.memberDoors ?? []) mountRoutes(app, routes)

  const send: GraphqlApp['send'] = async (payload, who = service) => {
    const response = await app.inject({
      method: 'POST',
      url: '/graphql/v1',
      headers: {
        'content-type': 'application/json',
        'x-role': who.role,
        ...(who.sub !== undefined && { 'x-sub': who.sub }),
      },
      payload,
    })
    return { status: response.statusCode, body: response.json() }
  }
  const ask: GraphqlApp['ask'] = (query, variables, who) =>
    send(JSON.stringify({ query, variables }), who)
  return {
    app,
    test,
    statements,
    audited,
    ask,
    send,
    async data(query, variables, who) {
      const { body } = await ask(query, variables, who)
      if (body.errors) throw new Error(JSON.stringify(body.errors))
      return body.data
    },
    async error(query, variables, who) {
      const { body } = await ask(query, variables, who)
      return body.errors?.[0]
    },
    async stop() {
      await graphql.stop?.(project)
      await app.close()
      await test.stop()
    },
  }
}
