import { randomUUID } from 'node:crypto'
import type { Permission, Role } from '@stoa/contract/platform/permissions'
import Fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify'
import { z } from 'zod'
import { createInstances } from '../src/fleet/records/instances.ts'
import { createKeyStore } from '../src/project/keys/key-store.ts'
import { generateApiKeys } from '../src/project/keys/api-keys.ts'
import type { Origin } from '../src/fleet/copies/origins.ts'
import type { Fleet, Instance, ProjectSecrets } from '../src/fleet/port.ts'
import { createSettingsStore } from '../src/fleet/records/settings-store.ts'
import { systemClock } from '../src/lib/clock.ts'
import { AppError } from '../src/lib/errors.ts'
import { silentLog } from '../src/lib/log.ts'
import { createOutgoing } from '../src/lib/outgoing.ts'
import { createSecretBox } from '../src/lib/secret-box.ts'
import {
  createPlatform,
  platformMigrations,
  type Platform,
  type PlatformDeps,
} from '../src/platform/index.ts'
import { createMetrics } from '../src/metrics/metrics.ts'
import { sql } from '../src/postgres/sql.ts'
import type { Within } from '../src/postgres/within.ts'
import { createTestAccounts, type TestAccounts, type TestPerson } from './accounts.ts'
import { createTestControlPlane, type TestControlPlane } from './control-plane.ts'
import { testServices } from './services.ts'
import { testStoredParts } from './stored-parts.ts'

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

export type RememberedFleet = Fleet & {
  /** Changes a project's instance, as if the fleet had done it. */
  become(ref: string, change: Partial<Instance>): void
  /** Makes a service of the project fail. */
  breakService(ref: string, service: string, error: AppError): void
  /** Makes the next creation or change of a status fail with this error, at the end of its transaction. */
  failNext(error: Error): void
  /** The origin with which a project was created. */
  originOf(ref: string): Origin | null | undefined
}

/** A fake fleet without machines: tests set the projects' statuses. The keys are real. */
export function createRememberedFleet(control: TestControlPlane): RememberedFleet {
  const box = createSecretBox(control.installationKey, 'project-secrets')
  const records = createInstances({ control: control.database, box, clock: systemClock })
  const keys = createKeyStore({
    records,
    box,
    clock: systemClock,
    log: silentLog,
    outgoing: createOutgoing({ allowsPrivate: true }),
  })
  const instances = new Map<string, Instance>()
  const secrets = new Map<string, ProjectSecrets>()
  const settings = createSettingsStore(records.session, box)
  const faults = new Map<string, AppError>()
  const limits = new Map<string, number>()
  const origins = new Map<string, Origin | null>()
  let failure: Error | undefined
  const get = (ref: string): Instance => {
    const found = instances.get(ref)
    if (!found) throw new AppError('project_not_found', 'No such project', { status: 404 })
    return found
  }
  const become = (ref: string, change: Partial<Instance>): Instance => {
    const next = { ...get(ref), ...change }
    instances.set(ref, next)
    return next
  }
  const failIfTold = () => {
    const error = failure
    failure = undefined
    if (error) throw error
  }
  const unused = () => Promise.reject(new Error('The platform has no use for this'))
  /** Changes the status only if the companion writes succeed, like the fleet's transaction. */
  const command =
    (status: Instance['status']) =>
    async (ref: string, within?: Within): Promise<Instance> => {
      await control.database.as('supabase_admin').transaction(async (tx) => {
        await within?.(tx)
        failIfTold()
      })
      return become(ref, { status })
    }
  return {
    become,
    breakService: (ref, service, error) => void faults.set(`${ref} ${service}`, error),
    failNext: (error) => void (failure = error),
    keys,
    originOf: (ref) => origins.get(ref),
    async create(tx, { ref, databasePassword, origin = null }) {
      failIfTold()
      origins.set(ref, origin)
      const instance: Instance = {
        ref,
        status: 'COMING_UP',
        compute: 'stopped',
        failure: null,
        engineVersion: null,
        createdAt: new Date(),
      }
      instances.set(ref, instance)
      const first = { keys: generateApiKeys(ref, new Date()), databasePassword }
      secrets.set(ref, first)
      await records.insert(tx, ref, first)
      await keys.adopt(tx, ref)
      return instance
    },
    get: async (ref) => instances.get(ref),
    list: async (refs) => refs.flatMap((ref) => instances.get(ref) ?? []),
    pause: command('PAUSING'),
    resume: command('COMING_UP'),
    restart: command('RESTARTING'),
    retry: command('COMING_UP'),
    remove: command('GOING_DOWN'),
    async secrets(ref) {
      const found = secrets.get(ref)
      if (!found) throw new AppError('project_not_found', 'No such project', { status: 404 })
      return { ...found, keys: await keys.defaults(ref) }
    },
    async setDatabasePassword(ref, databasePassword, within) {
      if (within) await control.database.as('supabase_admin').transaction((tx) => within(tx))
      secrets.set(ref, { ...(await this.secrets(ref)), databasePassword })
    },
    settings: settings.read,
    updateSettings: settings.change,
    stored: async (ref) => ({ ...testStoredParts(ref), settings: await settings.read(ref) }),
    storedParts: testStoredParts,
    checkServices: async (ref) =>
      testServices().map((service) => ({ service, fault: faults.get(`${ref} ${service.name}`) })),
    faultOf: (ref, service) => faults.get(`${ref} ${service}`),
    async disk(ref) {
      get(ref)
      return {
        usedBytes: 50_000_000,
        limitBytes: limits.get(ref) ?? 8_000_000_000,
        closedFromBytes: 10_000_000_000,
        readOnlySince: undefined,
        cause: undefined,
        isClosed: false,
      }
    },
    async setDiskLimit(ref, bytes, within) {
      if (within) await control.database.as('supabase_admin').transaction((tx) => within(tx))
      limits.set(ref, bytes)
    },
    usage: async () => [],
    running: () => [],
    countJobs: async () => ({ due: 0, failed: 0 }),
    overview: async () => ({
      measured_at: null,
      figures: [],
      notices: [],
      sample_tables: [],
      has_requests: false,
    }),
    acquire: unused,
    acquireForNode: unused,
    acquireSocket: unused,
    // Every change of this fleet is immediate.
    waitWhile: async (ref) => become(ref, {}),
    async start() {},
    async interrupt() {},
    async stop() {},
  }
}
