import { mountRoutes } from '../../../lib/http.ts'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { FunctionLogRow, FunctionMetrics } from '@stoa/contract/services/functions/logs'
import { checkFunctionFiles } from '@stoa/contract/services/functions/members'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { testStoredParts } from '../../../../test/stored-parts.ts'
import { systemClock } from '../../../lib/clock.ts'
import { AppError } from '../../../lib/errors.ts'
import type { StoredProject } from '../../../project/project.ts'
import type { Service } from '../../../project/service.ts'
import { createSettings } from '../../../project/settings.ts'
import { createFunctions } from '../index.ts'
import { noFence } from '../runtime/fence.ts'
import type { FunctionLogLine } from '../runtime/log-line.ts'
import { createFunctionLogs, readFunctionLogs } from '../runtime/logs.ts'
import { measure, spanOf } from './metrics.ts'

const ref = 'abcdefghijklmnopqrst'
const base = `/platform/functions/${ref}/functions/greet`
let folder: string
let app: FastifyInstance
let service: Service
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-function-logs-'))
  const project: StoredProject = {
    ...testStoredParts(ref),
    folder: (name) => path.join(folder, name),
    settings: createSettings({}),
  }
  service = createFunctions({
    clock: systemClock,
    installationKey: Buffer.alloc(32, 1),
    fence: noFence,
    allowsPrivateAddresses: false,
    functionRegistries: {},
    organizationOf: async (ref) => ref,
    databaseDoor: () => ({ host: 'localhost', port: 6543, serve() {} }),
  })
  app = Fastify()
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof AppError)) throw error
    return reply.status(error.status).send({ code: error.code })
  })
  app.addHook('onRequest', async (request) => {
    request.member = { kind: 'operator_credential' }
    request.storedProject = project
    request.recordAudit = async () => {}
  })
  for (const { routes } of service.memberDoors ?? []) mountRoutes(app, routes)
  const deployed = await app.inject({
    method: 'POST',
    url: `${base}/versions`,
    payload: { files: [{ path: 'index.ts', content: 'Deno.serve(() => new Response("hi"))' }] },
  })
  const { id } = z.object({ id: z.string() }).parse(deployed.json())
  const logs = createFunctionLogs({ clock: systemClock })
  const line = (given: Partial<FunctionLogLine>) =>
    logs.add(
      project,
      {
        functionId: id,
        version: 1,
        executionId: 'one',
        isColdStart: given.kind === 'boot',
        ...(given.request && { request: given.request }),
      },
      () => ({ kind: 'console', level: 'info', message: '', ...given }),
    )
  line({ kind: 'boot', message: 'Started in 5 ms.', usage: { cpuMs: 60, memoryBytes: 7e7 } })
  line({ message: 'Hello Ada' })
  line({ level: 'error', message: 'Out of paper' })
  for (const [status, durationMs] of [
    [200, 10],
    [404, 20],
    [500, 90],
  ] as const)
    line({
      kind: 'invocation',
      message: `GET /greet ${status}`,
      request: {
        method: 'GET',
        path: '/greet',
        status,
        durationMs,
        requestHeaders: { 'user-agent': 'curl/8' },
        responseHeaders: { 'content-type': 'text/plain' },
      },
      usage: { cpuMs: durationMs, memoryBytes: 8e7 },
    })
  await logs.flush()
})
afterAll(async () => {
  await app.close()
  await service.end?.()
  await rm(folder, { recursive: true, force: true })
})

async function list(query = '') {
  const response = await app.inject({ url: `${base}/logs${query}` })
  expect(response.statusCode).toBe(200)
  return z.array(FunctionLogRow).parse(response.json())
}

it.each([
  [
    '',
    [
      'GET /greet 500',
      'GET /greet 404',
      'GET /greet 200',
      'Out of paper',
      'Hello Ada',
      'Started in 5 ms.',
    ],
  ],
  ['?source=invocations', ['GET /greet 500', 'GET /greet 404', 'GET /greet 200']],
  ['?source=output', ['Out of paper', 'Hello Ada', 'Started in 5 ms.']],
  ['?level=error&source=output', ['Out of paper']],
  ['?status=4xx', ['GET /greet 404']],
  ['?search=ADA', ['Hello Ada']],
  ['?limit=1', ['GET /greet 500']],
])('lists the entries that the query %j selects, the newest first', async (query, messages) => {
  expect((await list(query)).map(({ message }) => message)).toEqual(messages)
})

// SPEC: "Function Edge (function_edge_logs): deployment_id, execution_time_ms, function_id,
// project_ref, request and response details, status_code, version."
// SPEC: "Function Runtime (function_logs): deployment_id, event_type, execution_id, function_id,
// level, project_ref, region, version."
it('gives each entry the fields of its log source', async () => {
  const rows = await list()
  const functionId = rows[0]?.fields.function_id ?? ''
  const deployment = {
    deployment_id: `${ref}_${functionId}_1`,
    execution_id: 'one',
    function_id: functionId,
    project_ref: ref,
    version: '1',
  }
  expect(rows[0]).toMatchObject({
    source: 'function_edge_logs',
    fields: {
      ...deployment,
      execution_time_ms: 90,
      status_code: 500,
      request: { method: 'GET', pathname: '/greet', headers: { 'user-agent': 'curl/8' } },
      response: { status_code: 500, headers: { 'content-type': 'text/plain' } },
    },
  })
  expect(rows.slice(3).map(({ source, fields }) => [source, fields])).toEqual([
    ['function_logs', { ...deployment, event_type: 'Log', level: 'error', region: 'local' }],
    ['function_logs', { ...deployment, event_type: 'Log', level: 'info', region: 'local' }],
    ['function_logs', { ...deployment, event_type: 'Boot', level: 'info', region: 'local' }],
  ])
})

it('continues before and after an entry', async () => {
  const all = await list()
  const third = all[2]?.id ?? ''
  expect(await list(`?before=${third}`)).toEqual(all.slice(3))
  expect(await list(`?after=${third}`)).toEqual(all.slice(0, 2))
})

it('returns 404 for the log of an unknown function', async () => {
  const response = await app.inject({ url: base.replace('greet', 'nobody') + '/logs' })
  expect([response.statusCode, response.json()]).toEqual([404, { code: 'edge_function_not_found' }])
})

it('refuses a deployment that is based on another version', async () => {
  const deploy = (slug: string, version: number) =>
    app.inject({
      method: 'POST',
      url: `/platform/functions/${ref}/functions/${slug}/versions`,
      payload: {
        files: [{ path: 'index.ts', content: 'Deno.serve(() => new Response("hi"))' }],
        expected_version: version,
      },
    })
  const changed = await deploy('greet', 7)
  expect([changed.statusCode, changed.json()]).toEqual([409, { code: 'function_changed' }])
  expect((await deploy('greet', 0)).statusCode).toBe(409)
  expect((await deploy('missing', 1)).statusCode).toBe(409)
  expect((await deploy('fresh', 0)).statusCode).toBe(201)
  expect((await deploy('fresh', 1)).statusCode).toBe(201)
})

it('checks files that are not deployed, and stores nothing of them', async () => {
  const check = (content: string) =>
    app.inject({
      method: 'POST',
      url: `/platform/functions/${ref}/check`,
      payload: { files: [{ path: 'index.ts', content }] },
    })
  const broken = await check('const = 1')
  expect([broken.statusCode, broken.json()]).toEqual([400, { code: 'invalid_bundle' }])
  const FunctionTypeCheck = checkFunctionFiles.response
  await vi.waitFor(
    async () => {
      const response = await check('const text: string = 1\nDeno.serve(() => new Response(text))')
      // On a busy machine, no check finishes in time.
      expect(z.parse(FunctionTypeCheck, response.json())).toEqual({
        is_checked: true,
        errors: [
          { path: 'index.ts', line: 1, column: 7, message: expect.stringContaining('assignable') },
        ],
      })
    },
    { timeout: 60_000 },
  )
  const staging = path.join(folder, 'functions', 'staging')
  expect(await readdir(staging)).toEqual([])
}, 120_000)

it('counts requests, errors, cold starts, durations, processor time and memory', async () => {
  const response = await app.inject({ url: `${base}/metrics?period=1h` })
  const { buckets, ...metrics } = FunctionMetrics.parse(response.json())
  const processes = { cold_starts: 1, cpu_ms: 180, peak_memory_bytes: 8e7 }
  expect(metrics).toEqual({ requests: 3, errors: 1, p50_ms: 20, p95_ms: 90, ...processes })
  expect(buckets.at(-1)).toMatchObject({ ...processes, p95_ms: 90 })
  expect(buckets[0]).toMatchObject({ cold_starts: 0, cpu_ms: 0, peak_memory_bytes: null })
  expect(buckets.reduce((sum, { requests }) => sum + requests, 0)).toBe(3)
})

it('counts the invocations of a flood whose lines are dropped', async () => {
  const id = 'f100d000-0000-4000-8000-000000000000'
  const logs = createFunctionLogs({ clock: systemClock })
  const place = { ...testStoredParts(ref), folder: () => folder, settings: createSettings({}) }
  for (let count = 0; count < 1000; count += 1) {
    const request = { status: count % 10 === 0 ? 500 : 200, durationMs: count < 900 ? 1 : 250 }
    logs.add(place, { functionId: id, version: 1, executionId: 'one', request }, () => ({
      kind: 'invocation',
      level: 'info',
      message: '',
      request: { method: 'GET', path: '/flood', ...request },
    }))
  }
  await logs.flush()
  expect((await readFunctionLogs(place, id, { limit: 10_000 })).length).toBeLessThan(500)
  const span = spanOf('1h', systemClock.now().getTime())
  const metrics = measure(await logs.readMinutes(place, id, span.from), span)
  expect(metrics).toMatchObject({ requests: 1000, errors: 100, p50_ms: 1, p95_ms: 250 })
  await logs.remove(place, id)
  expect(await readdir(path.join(folder, 'logs'))).not.toContain(id)
})
