import type { CronJob } from '@stoa/contract/services/cron/jobs'
import type { DatabaseWebhook } from '@stoa/contract/services/webhooks/webhooks'
import { expect, it } from 'vitest'
import { jobsOf, webhooksOf } from './callers.ts'

const job = (command: string): CronJob => ({
  id: '1',
  name: command,
  schedule: '* * * * *',
  command,
  username: 'postgres',
  is_active: true,
  overlap: 'queue',
  next_run_at: null,
  last_run: null,
})
const webhook = (url: string): DatabaseWebhook => ({
  id: url,
  name: url,
  url,
  headers: [],
  timeout_ms: 5000,
  enabled: true,
  schema: 'public',
  table: 'orders',
  trigger: null,
  pending: 0,
  last_delivery: null,
  created_at: '2026-01-01T00:00:00Z',
})

const BASE = 'http://localhost/p/x'
const hello = { slug: 'hello', bases: [BASE, 'http://x.localhost'] }

it('finds the jobs that call a function, and none that call another one', () => {
  const calls = [
    `select net.http_post(url := '${BASE}/functions/v1/hello', body := '{}')`,
    `select '${BASE}/functions/v1/hello-world', '${BASE}/functions/v1/hello?a=1'`,
    "select net.http_get('http://x.localhost/functions/v1/hello/path')",
  ]
  const others = [
    `select '${BASE}/functions/v1/hello-world'`,
    "select 'http://localhost/p/y/functions/v1/hello'",
    'select 1',
  ]
  const found = jobsOf([...calls, ...others].map(job), hello)
  expect(found.map(({ command }) => command)).toEqual(calls)
})

it('finds the webhooks that are sent to a function', () => {
  const own = ['/functions/v1/hello', `${BASE}/functions/v1/hello`]
  const others = ['/functions/v1/hello2', 'https://example.com/functions/v1/hello']
  const found = webhooksOf([...own, ...others].map(webhook), hello)
  expect(found.map(({ url }) => url)).toEqual(own)
})
