import { expect, it } from 'vitest'
import { edgeFunctionCommand, requestCommand, routineCommand } from './commands.ts'

it('sends a request', () => {
  expect(
    requestCommand({
      method: 'POST',
      url: "https://example.com/?name=O'Hara",
      headers: [['x-one', "it's"]],
      body: ' {"a": 1} ',
      timeoutMs: 5000,
    }),
  ).toBe(`select net.http_post(
  url := 'https://example.com/?name=O''Hara',
  headers := '{"x-one":"it''s"}'::jsonb,
  body := '{"a": 1}'::jsonb,
  timeout_milliseconds := 5000
)`)
  expect(
    requestCommand({
      method: 'GET',
      url: 'https://example.com/',
      headers: [],
      body: '{}',
      timeoutMs: 1,
    }),
  ).toBe(`select net.http_get(
  url := 'https://example.com/',
  timeout_milliseconds := 1
)`)
})

it('calls an edge function with a key from the vault', () => {
  const call = { url: 'https://example.com/functions/v1/hello', body: '', timeoutMs: 5000 }
  expect(edgeFunctionCommand({ ...call, secret: 'key' })).toBe(`select net.http_post(
  url := 'https://example.com/functions/v1/hello',
  headers := jsonb_build_object(
    'Content-Type', 'application/json',
    'Authorization', 'Bearer ' || (
      select decrypted_secret from vault.decrypted_secrets where name = 'key')),
  timeout_milliseconds := 5000
)`)
  expect(edgeFunctionCommand({ ...call, secret: '' })).not.toContain('Authorization')
})

it.each([
  [{ schema: 'public', name: 'refresh', kind: 'function' }, 'select "public"."refresh"()'],
  [{ schema: 'a b', name: 'x"y', kind: 'procedure' }, 'call "a b"."x""y"()'],
])('calls %j', (routine, expected) => {
  expect(routineCommand(routine)).toBe(expected)
})
