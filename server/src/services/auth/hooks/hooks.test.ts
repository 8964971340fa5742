import type { AuthSettings } from '@stoa/contract/services/auth/settings'
import { createHmac } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createAuthApp } from '../../../../test/auth/app.ts'
import { createTestProject, type TestProject } from '../../../../test/project.ts'
import { rawSql } from '../../../postgres/sql.ts'

type Call = { readonly headers: http.IncomingHttpHeaders; readonly body: string }
type Reply = { status?: number; headers?: Record<string, string>; body?: unknown }

let test: TestProject
let server: http.Server
let url: string
let calls: Call[] = []
let reply: (call: Call) => Reply | 'nothing' = () => ({})

beforeAll(async () => {
  test = await createTestProject()
  server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const call = { headers: request.headers, body: Buffer.concat(chunks).toString() }
      calls.push(call)
      const said = reply(call)
      if (said === 'nothing') return
      response.writeHead(said.status ?? 200, {
        'content-type': 'application/json',
        ...said.headers,
      })
      response.end(said.body === undefined ? '{}' : JSON.stringify(said.body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  await test.project.database.as('postgres').run(
    rawSql(`
      create function public.add_claim(event jsonb) returns jsonb language sql as $$
        select jsonb_set(event, '{claims}', (event -> 'claims')
          || '{"plan": "pro", "sub": "00000000-0000-0000-0000-000000000001"}'
          || jsonb_build_object('via', event -> 'authentication_method'))
      $$;
      create function public.drop_claims(event jsonb) returns jsonb language sql as $$
        select '{"claims": {}}'::jsonb $$;
      create function public.refuse(event jsonb) returns jsonb language sql as $$
        select jsonb_build_object('error', jsonb_build_object(
          'http_code', 403, 'message', 'Not you, ' || (event -> 'user' ->> 'email'))) $$;
      create function public.slow(event jsonb) returns jsonb language sql as $$
        select '{}'::jsonb from pg_sleep(10) $$;
      create function public.large(event jsonb) returns jsonb language sql as $$
        select jsonb_build_object('x', repeat('x', 300000)) $$;
      create function public.broken(event jsonb) returns jsonb language plpgsql as $$
        begin raise exception 'no'; end $$;
      create function public.reject(event jsonb) returns jsonb language sql as $$
        select case when (event ->> 'valid')::boolean then '{"decision": "continue"}'::jsonb
          else '{"decision": "reject", "message": "Locked"}'::jsonb end $$;
      grant execute on all functions in schema public to supabase_auth_admin;
    `),
  )
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await test.stop()
})
afterEach(() => {
  calls = []
  reply = () => ({})
})

const password = 'correct horse'
const fn = (name: string) => `pg-functions://postgres/public/${name}`
const open = (settings: Partial<AuthSettings>) => createAuthApp(test, { settings })
const KEY = Buffer.from('a secret of the hook')
const SECRETS = `v1,whsec_${KEY.toString('base64')}`

it('puts the claims of a function into access tokens, at sign-in and refresh', async () => {
  const app = open({
    hook_custom_access_token_enabled: true,
    hook_custom_access_token_uri: fn('add_claim'),
  })
  const { body } = await app.call('POST', '/signup', {
    body: { email: 'claims@example.com', password },
  })
  const claimsOf = (token: unknown) => {
    const verified = app.project.keys.verify(String(token), app.now())
    return verified.state === 'valid' ? verified.claims : {}
  }
  expect(claimsOf(body['access_token'])).toMatchObject({
    plan: 'pro',
    via: 'password',
    sub: body['user'].id,
  })
  const refreshed = await app.call('POST', '/token?grant_type=refresh_token', {
    body: { refresh_token: body['refresh_token'] },
  })
  expect(claimsOf(refreshed.body['access_token'])).toMatchObject({ via: 'token_refresh' })
})

it('calls a web address with a signature by Standard Webhooks', async () => {
  const app = open({
    hook_before_user_created_enabled: true,
    hook_before_user_created_uri: url,
    hook_before_user_created_secrets: SECRETS,
  })
  await app.call('POST', '/signup', { body: { email: 'signed@example.com', password } })
  const [call] = calls
  const {
    'webhook-id': id,
    'webhook-timestamp': at,
    'webhook-signature': signature,
  } = call?.headers ?? {}
  const expected = createHmac('sha256', KEY)
    .update(`${String(id)}.${String(at)}.${call?.body}`)
    .digest('base64')
  expect(signature).toBe(`v1,${expected}`)
  expect(JSON.parse(call?.body ?? '')).toMatchObject({
    metadata: { name: 'before-user-created', ip_address: '127.0.0.1' },
    user: { email: 'signed@example.com', app_metadata: { provider: 'email' } },
  })
})

it('keeps an account that a hook refuses from being stored', async () => {
  const app = open({
    hook_before_user_created_enabled: true,
    hook_before_user_created_uri: fn('refuse'),
  })
  const email = 'refused@example.com'
  const refused = await app.call('POST', '/signup', { body: { email, password } })
  expect([refused.status, refused.body]).toEqual([
    403,
    { code: 403, error_code: 'unknown', msg: `Not you, ${email}` },
  ])
  const { body } = await app.call('GET', `/admin/users?filter=${email}`, { as: 'service' })
  expect(body['users']).toEqual([])
  const byAdmin = await app.call('POST', '/admin/users', { as: 'service', body: { email } })
  expect(byAdmin.status).toBe(200)
})

it('announces a new account after it is stored', async () => {
  const app = open({ hook_after_user_created_enabled: true, hook_after_user_created_uri: url })
  const heard = new Promise<Call>((resolve) => {
    reply = (call) => {
      resolve(call)
      return {}
    }
  })
  const { body } = await app.call('POST', '/signup', {
    body: { email: 'announced@example.com', password },
  })
  expect(JSON.parse((await heard).body)).toMatchObject({
    metadata: { name: 'after-user-created' },
    user: { id: body['user'].id, email: 'announced@example.com' },
  })
})

it('rejects a password attempt with the message of the hook', async () => {
  const app = open({
    hook_password_verification_attempt_enabled: true,
    hook_password_verification_attempt_uri: fn('reject'),
  })
  const email = 'attempts@example.com'
  await app.call('POST', '/signup', { body: { email, password } })
  const signIn = (given: string) =>
    app.call('POST', '/token?grant_type=password', { body: { email, password: given } })
  const refused = await signIn('wrong')
  expect([refused.status, refused.body]).toEqual([
    400,
    { code: 400, error_code: 'invalid_credentials', msg: 'Locked' },
  ])
  expect((await signIn(password)).status).toBe(200)
})

it('lets hooks send messages and mails', async () => {
  const app = open({
    external_phone_enabled: true,
    hook_send_sms_enabled: true,
    hook_send_sms_uri: url,
    hook_send_email_enabled: true,
    hook_send_email_uri: url,
  })
  const phone = '4915300000001'
  await app.call('POST', '/otp', { body: { phone } })
  const { sms, user } = JSON.parse(calls[0]?.body ?? '')
  expect([sms, user.phone]).toEqual([{ otp: expect.stringMatching(/^\d{6}$/), phone }, phone])
  const verified = await app.call('POST', '/verify', {
    body: { type: 'sms', phone, token: sms.otp },
  })
  expect(verified.status).toBe(200)
  await app.call('POST', '/invite', { as: 'service', body: { email: 'guest@example.com' } })
  const { email_data: data } = JSON.parse(calls[1]?.body ?? '')
  expect(data).toMatchObject({
    email_action_type: 'invite',
    token: expect.stringMatching(/^\d{6}$/),
    site_url: `${app.project.apiUrl}/auth/v1`,
  })
  const accepted = await app.call('POST', '/verify', {
    body: { type: 'invite', token_hash: data.token_hash },
  })
  expect([accepted.status, app.mails]).toEqual([200, []])
})

it('gives a mail hook both tokens of an address change', async () => {
  const app = open({ hook_send_email_enabled: true, hook_send_email_uri: url })
  const email = 'before@example.com'
  const { body } = await app.call('POST', '/signup', { body: { email, password } })
  await app.call('PUT', '/user', { as: body['access_token'], body: { email: 'after@example.com' } })
  const { email_data: data, user } = JSON.parse(calls[0]?.body ?? '')
  expect([user.new_email, data.email_action_type]).toEqual(['after@example.com', 'email_change'])
  const verify = (address: string, token: string) =>
    app.call('POST', '/verify', { body: { type: 'email_change', email: address, token } })
  expect((await verify(email, data.token)).body).toMatchObject({ code: '200' })
  expect((await verify('after@example.com', data.token_new)).body['user'].email).toBe(
    'after@example.com',
  )
})

const tokenHook = (uri: string): Partial<AuthSettings> => ({
  hook_custom_access_token_enabled: true,
  hook_custom_access_token_uri: uri,
})
let last = 0
async function signUp(settings: Partial<AuthSettings>) {
  last += 1
  const { status, body } = await open(settings).call('POST', '/signup', {
    body: { email: `f${last}@example.com`, password },
  })
  return [status, body['error_code'], body['msg']]
}

it.each([
  ['slow', 422, 'hook_timeout', 'Failed to reach hook within maximum time of 2.000000 seconds'],
  ['large', 422, 'hook_payload_over_size_limit', 'Payload size exceeded'],
  ['broken', 500, 'unexpected_failure', 'Error running hook URI: pg-functions://'],
  ['missing', 500, 'unexpected_failure', 'Error running hook URI: pg-functions://'],
  ['drop_claims', 500, 'unexpected_failure', 'output claims do not conform'],
])('a function that is %s fails with %s %s', async (name, status, code, message) => {
  expect(await signUp(tokenHook(fn(name)))).toEqual([
    status,
    code,
    expect.stringContaining(message),
  ])
})

it.each<[string, Reply | 'nothing', number, string, string]>([
  ['forbids', { body: { error: { http_code: 403, message: 'No' } } }, 403, 'unknown', 'No'],
  ['fails', { body: { error: { message: 'No' } } }, 500, 'unexpected_failure', 'No'],
  ['responds with 400', { status: 400 }, 500, 'unexpected_failure', 'Invalid payload sent to hook'],
  [
    'responds with 401',
    { status: 401 },
    500,
    'unexpected_failure',
    'Hook requires authorization token',
  ],
  [
    'redirects',
    { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
    500,
    'unexpected_failure',
    'Unexpected status code returned from hook: 302',
  ],
  [
    'responds with HTML',
    { headers: { 'content-type': 'text/html' } },
    400,
    'hook_payload_invalid_content_type',
    'Invalid JSON response. Received content-type: text/html',
  ],
  [
    'responds with too much',
    { body: 'x'.repeat(300_000) },
    422,
    'hook_payload_over_size_limit',
    'Payload size exceeded',
  ],
  [
    'is busy',
    { status: 503, headers: { 'retry-after': 'true' } },
    500,
    'unexpected_failure',
    'Service currently unavailable due to hook',
  ],
])('a web address that %s', async (_, said, status, code, message) => {
  reply = () => said
  expect(await signUp(tokenHook(url))).toEqual([status, code, expect.stringContaining(message)])
})

it('tries again when a hook responds with Retry-After', async () => {
  reply = () =>
    calls.length < 3
      ? { status: 429, headers: { 'retry-after': 'true' } }
      : { body: { error: { http_code: 418, message: 'At last' } } }
  expect(await signUp(tokenHook(url))).toEqual([418, 'unknown', 'At last'])
  expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
})

it('gives up on a hook that cannot be reached', async () => {
  expect(await signUp(tokenHook('http://127.0.0.1:1/hook'))).toEqual([
    422,
    'hook_timeout_after_retry',
    'Failed to reach hook after maximum retries',
  ])
})
