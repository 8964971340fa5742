import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ProjectDetail } from '@stoa/contract/platform/projects'
import { readSeries, type Series } from '@stoa/contract/services/reports/reports'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { readPrometheus } from '../../test/prometheus.ts'
import { createServices } from '../services/index.ts'
import { readConfig } from './config.ts'
import { startInstallation, type Installation } from './installation.ts'

/** The metrics of a whole installation, as members, operators and collectors read them. */
const checkout = fileURLToPath(new URL('../../..', import.meta.url))
const OPERATOR = 'test-operator'

const Keys = z.object({
  anon_key: z.string(),
  service_role_key: z.string(),
  secret_key: z.string(),
})

let folder: string
let installation: Installation
let slug: string
let ref: string
let keys: z.infer<typeof Keys>

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-metrics-'))
  installation = await startInstallation(
    readConfig(
      {
        STOA_PORT: '0',
        STOA_API_PORT: '0',
        STOA_POSTGRES_PORT: '0',
        STOA_DATA_DIR: path.join(folder, 'data'),
        STOA_SIGN_UP: 'open',
      },
      checkout,
    ),
    { checkout, operatorToken: OPERATOR, createServices },
  )
  const organization = await platform('POST', '/organizations', { name: 'Metrics' })
  slug = z.object({ slug: z.string() }).parse(organization).slug
  ref = ProjectDetail.parse(
    await platform('POST', '/projects', {
      name: 'Measured',
      organization_slug: slug,
      db_pass: 'gusty-Walrus-40-orbits-plinth',
    }),
  ).ref
  await vi.waitUntil(async () => (await statusOf()) === 'ACTIVE_HEALTHY', { timeout: 60_000 })
  keys = Keys.parse({
    ...Object(await platform('GET', `/projects/${ref}/api-keys`)),
    ...Object(await platform('POST', `/projects/${ref}/api-keys/reveal`)),
  })
}, 120_000)
afterAll(async () => {
  await installation.stop()
  await rm(folder, { recursive: true, force: true })
})

const send = (method: string, place: string, body?: unknown) =>
  fetch(`${installation.localUrl}/platform${place}`, {
    method,
    headers: {
      authorization: `Bearer ${OPERATOR}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

async function platform(method: string, place: string, body?: unknown): Promise<unknown> {
  const response = await send(method, place, body)
  if (!response.ok) throw new Error(`${method} ${place}: ${await response.text()}`)
  return response.json()
}

const statusOf = async () => ProjectDetail.parse(await platform('GET', `/projects/${ref}`)).status

const scrape = (password: string, of = ref, user = 'service_role') =>
  fetch(`${installation.localUrl}/p/${of}/customer/v1/privileged/metrics`, {
    headers: { authorization: `Basic ${btoa(`${user}:${password}`)}` },
  })

const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code

it('counts requests with their bytes for members and collectors', async () => {
  const count = 5
  for (let index = 0; index < count; index += 1)
    await fetch(`${installation.localUrl}/p/${ref}/rest/v1/absent`, {
      headers: { apikey: keys.anon_key },
    }).then((response) => response.text())
  const now = Date.now()
  const query = new URLSearchParams({
    metrics: 'data-api.requests,data-api.client_errors,data-api.egress_bytes,auth.requests',
    from: new Date(now - 60_000).toISOString(),
    to: new Date(now + 60_000).toISOString(),
  })
  const { series }: Series = z.parse(
    readSeries.response,
    await platform('GET', `/reports/${ref}/series?${query.toString()}`),
  )
  const sums = series.map(({ values }) =>
    values.reduce<number>((sum, each) => sum + (each ?? 0), 0),
  )
  expect(sums).toEqual([count, count, expect.any(Number), 0])
  expect(sums[2]).toBeGreaterThan(count * 100)
  const families = readPrometheus(await (await scrape(keys.service_role_key)).text())
  const requests = families.get('stoa_project_requests_total')?.samples
  expect(requests?.find(({ labels }) => labels.get('area') === 'data-api')?.value).toBe(count)
})

it('accepts each secret key of the project, in the format of Prometheus', async () => {
  const response = await scrape(keys.secret_key)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(readPrometheus(await response.text()).has('stoa_project_up')).toBe(true)
})

it.each([
  ['a publishable key', () => scrape(keys.anon_key)],
  ['another user', () => scrape(keys.secret_key, ref, 'postgres')],
  [
    'no credentials',
    () => fetch(`${installation.localUrl}/p/${ref}/customer/v1/privileged/metrics`),
  ],
])('refuses %s', async (_, send) => {
  const response = await send()
  expect([response.status, await codeOf(response)]).toEqual([401, 'metrics_key_invalid'])
})

it('says nothing about projects that do not exist', async () => {
  expect((await scrape(keys.secret_key, 'a'.repeat(20))).status).toBe(404)
})

it('shows operators the server and every project', async () => {
  const families = readPrometheus(await (await send('GET', '/metrics')).text())
  expect(families.get('stoa_projects')?.samples).toMatchObject([{ value: 1 }])
  expect(families.get('stoa_jobs_failed')?.samples).toMatchObject([{ value: 0 }])
  expect(families.get('process_resident_memory_bytes')?.samples[0]?.value).toBeGreaterThan(1e7)
  expect(families.get('stoa_event_loop_delay_seconds')?.samples).toHaveLength(2)
  expect(await platform('GET', '/installation/projects')).toMatchObject([
    { ref, name: 'Measured', organization_slug: slug, status: 'ACTIVE_HEALTHY' },
  ])
})

it('does not wake a paused project', async () => {
  await platform('POST', `/projects/${ref}/pause`)
  await vi.waitUntil(async () => (await statusOf()) === 'INACTIVE', { timeout: 20_000 })
  expect((await scrape(keys.secret_key)).status).toBe(200)
  expect(await statusOf()).toBe('INACTIVE')
})
