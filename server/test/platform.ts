import { randomUUID } from 'node:crypto'
import type { Permission, Role } from '@stoa/contract/platform/permissions'
import Fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify'
import { z } from 'zod'
import { AppError } from '../src/lib/errors.ts'
import { silentLog } from '../src/lib/log.ts'
import {
  createPlatform,
  platformMigrations,
  type Platform,
  type PlatformDeps,
} from '../src/platform/index.ts'
import { createMetrics } from '../src/metrics/metrics.ts'
import { sql } from '../src/postgres/sql.ts'
import { createTestAccounts, type TestAccounts, type TestPerson } from './accounts.ts'
import { createTestControlPlane, type TestControlPlane } from './control-plane.ts'
import { createRememberedFleet, type RememberedFleet } from './remembered-fleet.ts'
import { testServices } from './services.ts'

export const OPERATOR_TOKEN = 'test-operator-token'
export const STRONG_PASSWORD = 'gusty-Walrus-40-orbits-plinth'

export type { TestPerson }

export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly as?: TestPerson | 'operator' | undefined
  readonly body?: unknown
}

export type TestPlatform = {
  readonly control: TestControlPlane
  readonly app: FastifyInstance
  readonly platform: Platform
  readonly fleet: RememberedFleet
  readonly accounts: TestAccounts
  /** The time that `clock.now()` returns; tests change it. */
  readonly clock: { at: Date }
  /** A second platform on the same database, with other settings. */
  restart(change?: Partial<PlatformDeps>): Promise<{ app: FastifyInstance; platform: Platform }>
  call(call: Call): Promise<LightMyRequestResponse>
  /** A signed-in account with a profile. */
  person(name: string): Promise<TestPerson>
  /** A signed-in operator of the installation, with a profile. */
  operatorPerson(): Promise<TestPerson>
  /** A person with a role in an organization. */
  memberOf(slug: string, role: Role): Promise<TestPerson>
  organization(owner: TestPerson, name?: string): Promise<string>
  project(owner: TestPerson, slug: string, name?: string): Promise<string>
  stop(): Promise<void>
}

/** The status codes of responses, sorted, for responses that arrive in any order. */
export const statusesOf = (answers: readonly { readonly statusCode: number }[]): number[] =>
  answers.map(({ statusCode }) => statusCode).sort((left, right) => left - right)

/** The platform on a real control-plane database, with `authorize` in front as in the gateway. */
export async function createTestPlatform(): Promise<TestPlatform> {
  const control = await createTestControlPlane({ migrations: [platformMigrations] })
  const accounts = createTestAccounts()
  const fleet = createRememberedFleet(control)
  const clock = { at: new Date('2026-03-01T12:00:00Z') }
  const deps: PlatformDeps = {
    control: control.database,
    fleet,
    accounts,
    clock: { now: () => clock.at },
    addresses: () => ({
      publicUrl: 'http://localhost:8000',
      apiUrl: 'http://localhost:8001',
      databaseHost: 'localhost',
      databasePort: 6543,
      databaseTls: false,
    }),
    engineVersion: '18.4',
    projectMemoryBytes: 4 * 1024 ** 3,
    clientBans: { list: () => [], lift: () => [] },
    environment: 'production',
    metrics: createMetrics({ clock: { now: () => clock.at } }),
    services: testServices(),
    mode: 'platform',
    disabledFeatures: [],
    signUpDefault: 'invitation',
    installationKey: control.installationKey,
    operatorToken: OPERATOR_TOKEN,
    log: silentLog,
  }
  const started: { app: FastifyInstance; platform: Platform }[] = []
  async function restart(change: Partial<PlatformDeps> = {}) {
    const platform = createPlatform({ ...deps, ...change })
    const app = serve(platform)
    await app.ready()
    started.push({ app, platform })
    return { app, platform }
  }
  const { app, platform } = await restart()

  const call = ({ method, url, as, body }: Call) =>
    app.inject({
      method,
      url,
      headers: {
        ...(as && { authorization: `Bearer ${as === 'operator' ? OPERATOR_TOKEN : as.token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })

  async function person(name: string): Promise<TestPerson> {
    const made = accounts.signIn(`${name}-${randomUUID().slice(0, 8)}@example.com`)
    await call({ method: 'POST', url: '/platform/profile', as: made })
    return made
  }

  return {
    control,
    app,
    platform,
    fleet,
    accounts,
    clock,
    restart,
    call,
    person,
    async operatorPerson() {
      const made = accounts.signIn(`operator-${randomUUID().slice(0, 8)}@example.com`)
      await control.database.as('supabase_admin').run(sql`
        insert into platform.profiles (user_id, primary_email, is_operator)
        values (${made.userId}, ${made.email}, true)`)
      return made
    },
    async memberOf(slug, role) {
      const made = await person(role)
      await control.database.as('supabase_admin').run(sql`
        insert into platform.members (organization_id, user_id, role)
        select id, ${made.userId}, ${role} from platform.organizations where slug = ${slug}`)
      return made
    },
    async organization(owner, name = 'Acme') {
      const answer = await call({
        method: 'POST',
        url: '/platform/organizations',
        as: owner,
        body: { name },
      })
      return z.object({ slug: z.string() }).parse(answer.json()).slug
    },
    async project(owner, slug, name = 'Shop') {
      const answer = await call({
        method: 'POST',
        url: '/platform/projects',
        as: owner,
        body: { organization_slug: slug, name, db_pass: STRONG_PASSWORD },
      })
      return z.object({ ref: z.string() }).parse(answer.json()).ref
    },
    async stop() {
      for (const each of started) {
        await each.app.close()
        await each.platform.stop()
      }
      await control.stop()
    },
  }
}

/** The part of the gateway that platform routes need: authentication, and rendering of errors. */
function serve(platform: Platform): FastifyInstance {
  const app = Fastify({ bodyLimit: 24 * 1024 * 1024, routerOptions: { maxParamLength: 500 } })
  app.decorateRequest('member')
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof AppError)) return reply.status(500).send({ code: String(error) })
    const { code, message, hint, details } = error
    return reply.status(error.status).send({ code, message, hint, details })
  })
  void app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      const { access } = request.routeOptions.config
      if (access === undefined) throw new Error(`${request.routeOptions.url} names no access`)
      request.member = await platform.authorize(request, access)
      request.isRevoked = async () => false
    })
    // Member routes of a project service, as the gateway mounts them.
    const doors: readonly Permission[] = ['database:read', 'database:write']
    for (const access of doors)
      scope.get(
        `/platform/door/:ref/${access.replace(':', '-')}`,
        { config: { access } },
        ({ member }) => member,
      )
    scope.get('/platform/door/:ref/can-write', { config: { access: 'database:read' } }, (request) =>
      platform.can(request, 'database:write'),
    )
    scope.post('/platform/door/:ref/act', { config: { access: 'database:write' } }, (request) =>
      platform
        .recordAudit(request, { action: 'thing.create', target: 'a', metadata: { b: 1 } })
        .then(() => ({})),
    )
    platform.routes(scope)
  })
  return app
}
