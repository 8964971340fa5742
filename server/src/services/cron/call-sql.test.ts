import type { CronCall } from '@stoa/contract/services/cron/jobs'
import { expect, it } from 'vitest'
import { callCommand } from './call-sql.ts'

const API = 'http://localhost:8001/p/abc'
const commandOf = (call: CronCall) => callCommand(call, API)

it('sends a request', () => {
  expect(
    commandOf({
      kind: 'request',
      method: 'POST',
      url: "https://example.com/?name=O'Hara",
      headers: { 'x-one': "it's" },
      body: '{"a": 1}',
    }),
  ).toBe(`select net.http_post(
  url := 'https://example.com/?name=O''Hara',
  headers := '{"x-one":"it''s"}'::jsonb,
  body := '{"a": 1}'::jsonb,
  timeout_milliseconds := 5000
)`)
})

it('omits body and headers of a GET request that has none', () => {
  expect(
    commandOf({
      kind: 'request',
      method: 'GET',
      url: 'https://example.com/',
      headers: {},
      body: '{}',
    }),
  ).toBe(`select net.http_get(
  url := 'https://example.com/',
  timeout_milliseconds := 5000
)`)
})

it('calls an edge function with a key from the vault', () => {
  const call = { kind: 'edge_function', slug: 'hello', body: '' } as const
  expect(commandOf({ ...call, secret: "k'ey" })).toBe(`select net.http_post(
  url := '${API}/functions/v1/hello',
  headers := jsonb_build_object(
    'Content-Type', 'application/json',
    'Authorization', 'Bearer ' || (
      select decrypted_secret from vault.decrypted_secrets where name = 'k''ey')),
  timeout_milliseconds := 5000
)`)
  expect(commandOf({ ...call, secret: null })).not.toContain('Authorization')
})

it.each([
  [{ schema: 'public', name: 'refresh', is_procedure: false }, 'select "public"."refresh"()'],
  [{ schema: 'a b', name: 'x"y', is_procedure: true }, 'call "a b"."x""y"()'],
])('calls the routine %j', (routine, expected) => {
  expect(commandOf({ kind: 'routine', ...routine })).toBe(expected)
})
