import { mountRoutes } from '../../src/lib/http.ts'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import Fastify from 'fastify'
import { systemClock } from '../../src/lib/clock.ts'
import { createOutgoing } from '../../src/lib/outgoing.ts'
import type { Caller } from '../../src/project/caller.ts'
import type { JobPayload, Project } from '../../src/project/project.ts'
import type { MemberAction } from '../../src/project/service.ts'
import { createStorage, type StorageDeps } from '../../src/services/storage/index.ts'
import type { TestProject } from '../project.ts'

/** `anon` and `service` select the project's keys; anything else is the id of an account. */
type As = 'anon' | 'service' | (string & {})

type Call = Omit<RequestInit, 'headers'> & { as?: As; headers?: Record<string, string> }

export type StorageApp = {
  readonly project: Project
  /** The service's entries in the project's log. */
  readonly logged: Readonly<Record<string, unknown>>[]
  /** Members' actions in the audit log. */
  readonly audited: MemberAction[]
  /** The storage service's folder. */
  readonly folder: string
  readonly url: string
  fetch(path: string, init?: Call): Promise<Response>
  /** Calls the members' API, below the project's path, as a member with all permissions. */
  member(method: string, path: string, body?: unknown): Promise<unknown>
  /** The unmodified client. */
  client(as?: As): SupabaseClient['storage']
  /** Advances the service's clock. */
  pass(seconds: number): void
  /** Starts the service on the project once more, as after a crash. */
  recover(): Promise<void>
  /** Waits until the content of deleted and replaced rows is removed. */
  settled(): Promise<void>
  runJob(name: string, payload?: JobPayload): Promise<void>
  /** Runs the jobs that the service has queued, each for the last time. */
  runQueued(options?: { readonly signal: AbortSignal }): Promise<void>
  close(): Promise<void>
}

/** The storage service on a test's project, at a port of its own, because bodies are streams. */
export async function createStorageApp(
  test: TestProject,
  deps: Partial<Pick<StorageDeps, 'freeBytes' | 'outgoing' | 'storageLimitBytes'>> = {},
): Promise<StorageApp> {
  let now = systemClock.now().getTime()
  const queue: { readonly name: string; readonly payload: JobPayload }[] = []
  const audited: MemberAction[] = []
  const logged: Readonly<Record<string, unknown>>[] = []
  const project: Project = {
    ...test.project,
    log: () => {
      const note = (fields: Readonly<Record<string, unknown>>) => void logged.push(fields)
      return { debug: note, info: note, warn: note, error: note }
    },
    addJob: async (_service, name, payload = {}) => void queue.push({ name, payload }),
  }
  const service = createStorage({
    clock: { now: () => new Date(now) },
    installationKey: randomBytes(32),
    storageLimitBytes: 1e12,
    outgoing: createOutgoing({ allowsPrivate: true }),
    ...deps,
  })
  const folder = project.folder('storage')
  await mkdir(folder, { recursive: true })
  await service.start?.(project)
  const app = Fastify({
    logger: false,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
  })
  app.decorateRequest('project')
  app.decorateRequest('caller')
  app.decorateRequest('recordAudit')
  app.addHook('onRequest', async (request) => {
    request.project = project
    request.recordAudit = async (entry) => void audited.push(entry)
    request.caller =
      (await service.publicDoor?.admit?.(request, project)) ??
      callerOf(project, request.headers.authorization)
  })
  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
      scope.addHook('onRoute', (route) => {
        route.bodyLimit ??= Number.MAX_SAFE_INTEGER
      })
      await service.publicDoor?.routes?.(scope)
    },
    { prefix: '/storage/v1' },
  )
  for (const { routes } of service.memberDoors ?? []) mountRoutes(app, routes)
  async function runJob(
    name: string,
    payload: JobPayload = {},
    signal = new AbortController().signal,
  ): Promise<void> {
    const job = service.jobs?.[name]
    if (job?.needs !== 'database') throw new Error(`No job ${name}`)
    await job.run(project, { payload, attempt: 1, isLastAttempt: true, signal })
  }
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const keyOf = (as: As): string => {
    if (as === 'anon') return project.keys.anonKey
    if (as === 'service') return project.keys.serviceRoleKey
    return project.keys.sign({ role: 'authenticated', sub: as, exp: 4_000_000_000 })
  }
  return {
    project,
    logged,
    audited,
    folder,
    url: `${url}/storage/v1`,
    fetch: (path, { as = 'service', headers, ...init } = {}) =>
      fetch(`${url}/storage/v1${path}`, {
        ...init,
        headers: { authorization: `Bearer ${keyOf(as)}`, ...headers },
      }),
    client: (as = 'service') =>
      createClient(url, keyOf(as), { auth: { persistSession: false, autoRefreshToken: false } })
        .storage,
    async member(method, path, body) {
      const response = await fetch(`${url}/platform/storage/${project.ref}${path}`, {
        method,
        ...(body !== undefined && {
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        }),
      })
      return response.json()
    },
    pass: (seconds) => void (now += seconds * 1000),
    recover: async () => service.start?.(project),
    settled: async () => service.stop?.(project),
    runJob,
    async runQueued({ signal } = { signal: new AbortController().signal }) {
      for (const { name, payload } of queue.splice(0)) await runJob(name, payload, signal)
    },
    async close() {
      app.server.closeAllConnections()
      await app.close()
      if (app.server.listening) await once(app.server, 'close')
      await service.stop?.(project)
    },
  }
}

function callerOf(project: Project, authorization: string | undefined): Caller {
  const verified = project.keys.verify(
    authorization?.replace(/^Bearer /, '') ?? '',
    systemClock.now(),
  )
  const claims = verified.state === 'valid' ? verified.claims : { role: 'anon' }
  return { role: String(claims['role']), claims, claimsJson: JSON.stringify(claims) }
}
