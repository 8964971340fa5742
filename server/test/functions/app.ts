import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import net, { type AddressInfo, type Server } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import type { FunctionLogEntry } from '@stoa/contract/services/functions/logs'
import {
  testFunction,
  type FunctionTest,
  type FunctionTestResult,
} from '@stoa/contract/services/functions/members'
import { vi } from 'vitest'
import Fastify from 'fastify'
import { z } from 'zod'
import { systemClock } from '../../src/lib/clock.ts'
import { findDeno } from '../../src/lib/find-deno.ts'
import { silentLog } from '../../src/lib/log.ts'
import { refuseSocket } from '../../src/lib/refuse-socket.ts'
import { openSandbox } from '../../src/lib/sandbox/sandbox.ts'
import type { Project } from '../../src/project/project.ts'
import { createFixedKeyRing } from '../../src/project/keys/key-ring.ts'
import { generateApiKeys, generateRef } from '../../src/project/keys/api-keys.ts'
import { createSettings } from '../../src/project/settings.ts'
import { createEdge, type EdgeDeps } from '../../src/services/functions/edge.ts'
import { noFence, type FunctionsFence } from '../../src/services/functions/runtime/fence.ts'
import { DEFAULT_LIMITS, type RuntimeLimits } from '../../src/services/functions/runtime/limits.ts'
import { readFunctionLogs } from '../../src/services/functions/runtime/logs.ts'
import { createFunctionFolders } from '../../src/services/functions/runtime/function-folders.ts'
import type { FunctionRuntime } from '../../src/services/functions/runtime/supervisor.ts'
import type { FunctionVersion } from '../../src/services/functions/versions/version.ts'
import { testStoredParts } from '../stored-parts.ts'

type Deployment = {
  /** The content of each file; a text alone is `index.ts`. */
  readonly files: string | Readonly<Record<string, string>>
  readonly verifyJwt?: boolean
  readonly importMap?: string
}

export type FunctionsApp = {
  /** The address of the project's API. */
  readonly url: string
  readonly project: Project
  readonly runtime: FunctionRuntime
  readonly secrets: Record<string, string>
  deploy(slug: string, deployment: Deployment | string): Promise<FunctionVersion>
  call(path: string, init?: RequestInit): Promise<Response>
  /** Calls a function as a member tests it; undefined fields are those of a GET as `anon`. */
  test(slug: string, test: Partial<FunctionTest>): Promise<FunctionTestResult>
  /** The log of a function, the oldest line first, once everything is written. */
  logs(slug: string): Promise<readonly FunctionLogEntry[]>
  /** The number of leases on the project. */
  held(): number
  close(): Promise<void>
}

/** The operator's settings, and what the kernel enforces. */
type Operator = Required<Pick<EdgeDeps, 'allowsPrivateAddresses' | 'registries'>> & {
  readonly fence: FunctionsFence
}

let sandbox: ReturnType<typeof openSandbox> | undefined

/** The fence of this system without rules for networks, which are those of a whole installation. */
export async function testFence(): Promise<FunctionsFence> {
  sandbox ??= openSandbox(findDeno(), { closed: [], log: silentLog })
  return { ...noFence, sandbox: await sandbox }
}

/** Waits until a check passes, even on a machine that is busy with other tests. */
export const eventually = <T>(check: () => T | Promise<T>, { interval = 50 } = {}): Promise<T> =>
  vi.waitFor(check, { interval, timeout: 20_000 })

/**
 * The functions service for one project, at a port of its own; functions run on the real Deno. What
 * they send to the port of the database comes back.
 */
export async function createFunctionsApp(
  limits: Partial<RuntimeLimits> = {},
  { allowsPrivateAddresses = false, registries = {}, fence }: Partial<Operator> = {},
): Promise<FunctionsApp> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-functions-'))
  const database = net.createServer((socket) => socket.on('error', () => {}).pipe(socket))
  await new Promise<void>((resolve) => database.listen(0, '127.0.0.1', resolve))
  const ref = generateRef()
  const versions = new Map<string, FunctionVersion>()
  const secrets: Record<string, string> = {}
  let held = 0
  let apiUrl = ''
  const project: Project = {
    ...testStoredParts(ref),
    get apiUrl() {
      return apiUrl
    },
    folder: (service) => path.join(folder, 'project', service),
    settings: createSettings({}),
    keys: createFixedKeyRing(generateApiKeys(ref, systemClock.now())),
    // No function test reaches the database.
    database: undefined as never,
    holdAwake() {
      held++
      return () => void held--
    },
  }
  const { service, runtime, logs, testRoute } = createEdge({
    clock: systemClock,
    folders: createFunctionFolders(fence ?? (await testFence()), { ...DEFAULT_LIMITS, ...limits }),
    allowsPrivateAddresses,
    registries,
    database: {
      door: () => ({
        host: 'localhost',
        port: portOf(database),
        serve: (socket) => void database.emit('connection', socket),
      }),
      login: async () => 'password',
    },
    organizationOf: async (of) => of,
    limits: { ...DEFAULT_LIMITS, ...limits },
    source: {
      find: async (_project, slug) => versions.get(slug),
      secrets: async () => secrets,
    },
  })
  const app = Fastify({
    logger: false,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 500 },
  })
  app.decorateRequest('project')
  app.addHook('onRequest', async (request) => {
    request.project = project
  })
  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
      await service.publicDoor?.routes?.(scope)
    },
    { prefix: `/p/${ref}/functions/v1` },
  )
  testRoute(app)
  app.get(`/p/${ref}/rest/v1/echo`, (request) => ({ apikey: request.headers['apikey'] }))
  app.get('/secret', () => 'another API')
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    service.publicDoor?.upgrade?.({
      request,
      socket,
      head,
      project,
      caller: { role: 'anon', claims: {}, claimsJson: '{}' },
      path: url.pathname.replace(`/p/${ref}/functions/v1`, ''),
      query: url.searchParams,
      refuse: (response) => refuseSocket(socket, response),
    })
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  apiUrl = `${url.replace('127.0.0.1', 'localhost')}/p/${ref}`
  return {
    url: `${url}/p/${ref}`,
    project,
    runtime,
    secrets,
    async deploy(slug, given) {
      const { files, verifyJwt, importMap } = typeof given === 'string' ? { files: given } : given
      const before = versions.get(slug)
      const functionId = before?.functionId ?? randomUUID()
      const version = (before?.version ?? 0) + 1
      const place = path.join(folder, 'project', 'functions', 'versions', functionId, `${version}`)
      for (const [name, content] of Object.entries(
        typeof files === 'string' ? { 'index.ts': files } : files,
      )) {
        await mkdir(path.dirname(path.join(place, name)), { recursive: true })
        await writeFile(path.join(place, name), content)
      }
      const deployed: FunctionVersion = {
        functionId,
        version,
        slug,
        verifyJwt: verifyJwt ?? false,
        folder: place,
        entrypoint: 'index.ts',
        importMap,
      }
      versions.set(slug, deployed)
      return deployed
    },
    call: (path, init) => fetch(`${url}/p/${ref}/functions/v1/${path}`, init),
    async test(slug, given) {
      const response = await app.inject({
        method: 'POST',
        url: `/platform/functions/${ref}/functions/${slug}/test`,
        payload: { method: 'GET', path: '', headers: [], body: null, role: 'anon', ...given },
      })
      if (response.statusCode !== 200) throw new Error(response.body)
      return z.parse(testFunction.response, response.json())
    },
    async logs(slug) {
      await logs.flush()
      const found = versions.get(slug)
      if (!found) return []
      return [...(await readFunctionLogs(project, found.functionId, { limit: 10_000 }))].reverse()
    },
    held: () => held,
    async close() {
      await app.close()
      await runtime.end()
      database.close()
      await rm(folder, { recursive: true })
    },
  }
}

const portOf = (server: Server) => (server.address() as AddressInfo).port
