import type { Endpoint } from '@stoa/contract/endpoint'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { createOwner } from './account.ts'
import { contractEndpoints } from './contract-endpoints.ts'
import { createHostileRequests, type HostileRequest, type Known } from './hostile-requests.ts'
import {
  createProject,
  discard,
  startServer,
  type ProjectInfo,
  type StartedServer,
} from './server.ts'

let server: StartedServer
let project: ProjectInfo
let tableId: string
let callers: readonly Readonly<Record<string, string>>[]

/** Operations that would delete or stop the test's project get only unknown identifiers. */
const ENDS_THE_TARGET =
  /^DELETE .*(\{slug\}|\{ref\}|tables\/\{id\}|columns\/\{position\})$|\/(pause|restart|restriction|claim)$/

function knownOf({ method, path: route }: Endpoint): Known {
  if (ENDS_THE_TARGET.test(`${method} ${route}`)) return {}
  return {
    ref: project.ref,
    slug: project.organization_slug,
    ...(route.includes('/tables/') && { id: tableId, position: '2' }),
  }
}

/** Another server, whose address the request contains, could not be reached or has failed. */
const ABOUT_OTHERS: ReadonlySet<number> = new Set([502, 504])

/** Sends one request and returns a description of what is wrong with its response, if anything. */
async function complaintAbout(
  request: HostileRequest,
  caller: Readonly<Record<string, string>>,
  base = server.url,
) {
  const { method, body } = request
  const headers = { ...caller, ...request.headers }
  const answer = await fetch(base + request.path, {
    method,
    headers,
    ...(body !== undefined && { body }),
  })
  const text = await answer.text()
  const sent = `${method} ${request.path.slice(0, 300)} ${toShown(body)}`
  if (answer.status >= 500 && !ABOUT_OTHERS.has(answer.status))
    return `${answer.status} to ${sent}: ${text.slice(0, 300)}`
  if (answer.status >= 400 && !isRefusal(text)) return `${sent}: no refusal: ${text.slice(0, 300)}`
  return undefined
}

const toShown = (body: HostileRequest['body'] = '') =>
  (typeof body === 'string' ? body : Buffer.from(body).toString('hex')).slice(0, 300)

/** Whether the response is an error in the platform's format or GoTrue's. */
function isRefusal(text: string): boolean {
  try {
    return Refusal.safeParse(JSON.parse(text)).success
  } catch {
    return false
  }
}
const Refusal = z.union([
  z.looseObject({ code: z.string().min(1), message: z.string().min(1) }),
  // GoTrue's format.
  z.looseObject({ code: z.int(), error_code: z.string().min(1), msg: z.string().min(1) }),
])

/** GoTrue's operations and the fields of their bodies. */
const authEndpoints = (
  [
    ['POST', '/signup', ['email', 'password', 'data', 'code_challenge', 'code_challenge_method']],
    ['POST', '/token?grant_type=password', ['email', 'password']],
    ['POST', '/token?grant_type=refresh_token', ['refresh_token']],
    ['POST', '/token?grant_type=pkce', ['auth_code', 'code_verifier']],
    ['POST', '/recover', ['email', 'redirect_to']],
    ['POST', '/resend', ['type', 'email', 'phone']],
    ['POST', '/otp', ['email', 'create_user', 'data', 'code_challenge']],
    ['POST', '/magiclink', ['email']],
    ['POST', '/verify', ['type', 'token', 'token_hash', 'email', 'redirect_to']],
    ['GET', '/verify', []],
    ['GET', '/user', []],
    ['PUT', '/user', ['email', 'password', 'data', 'nonce']],
    ['POST', '/logout', []],
    ['POST', '/factors', ['factor_type', 'friendly_name', 'issuer']],
    ['POST', '/factors/{id}/challenge', []],
    ['POST', '/factors/{id}/verify', ['challenge_id', 'code']],
    ['DELETE', '/factors/{id}', []],
    ['GET', '/admin/users', []],
    ['POST', '/admin/users', ['email', 'password', 'user_metadata', 'app_metadata', 'role', 'id']],
    ['PUT', '/admin/users/{id}', ['email', 'ban_duration', 'password_hash', 'app_metadata']],
    ['DELETE', '/admin/users/{id}', ['should_soft_delete']],
    ['POST', '/admin/generate_link', ['type', 'email', 'password', 'new_email', 'redirect_to']],
    ['POST', '/invite', ['email', 'data']],
  ] as const
).map(([method, route, fields]): Endpoint => ({
  method,
  path: `/auth/v1${route}`,
  access: 'public',
  params: z.object({}),
  query: z.object({ page: z.string(), redirect_to: z.string(), token: z.string() }).partial(),
  body: z.object(Object.fromEntries(fields.map((name) => [name, z.unknown()]))),
  response: z.unknown(),
}))

/** Declares the tests that send `rounds` hostile requests to every operation. */
export function testHostileOperations(rounds: number): void {
  beforeAll(async () => {
    server = await startServer({ env: { STOA_TELEMETRY: 'on', STOA_SIGN_UP: 'open' } })
    project = await createProject(server, 'Target')
    const session = await createOwner(server)
    const file = await readFile(path.join(server.dataDir, 'operator.json'), 'utf8')
    const { token } = JSON.parse(file) as { token: string }
    callers = [
      { authorization: `Bearer ${token}` },
      { authorization: `Bearer ${session.access_token}` },
      {},
    ]
    const client = new pg.Client({ connectionString: project.connection_string })
    await client.connect()
    await client.query('create table books (id int primary key, title text, at timestamptz)')
    const { rows } = await client.query<{ id: string }>(`select 'books'::regclass::oid::text as id`)
    tableId = rows[0]?.id ?? ''
    await client.end()
  })
  afterAll(() => discard(server))

  it('no platform operation crashes on hostile requests or rejects one without a code', async () => {
    const endpoints = await contractEndpoints()
    expect(endpoints.length).toBeGreaterThan(80)
    const next = createHostileRequests(20_260_101)
    const complaints: string[] = []
    for (let round = 0; round < rounds; round += 1)
      for (const endpoint of endpoints) {
        const caller = callers[round % callers.length] ?? {}
        const complaint = await complaintAbout(next(endpoint, knownOf(endpoint)), caller)
        if (complaint !== undefined) complaints.push(complaint)
      }
    expect(complaints).toEqual([])
    const health = await fetch(`${server.url}/platform/profile`, { headers: callers[1] ?? {} })
    expect(health.status).toBeLessThan(500)
  })

  it('no auth operation crashes on hostile requests or rejects one without a code', async () => {
    const next = createHostileRequests(20_260_102)
    const { secret_key, publishable_key, service_role_key, api_url } = project
    const keys = [
      { apikey: secret_key },
      { apikey: publishable_key },
      { apikey: publishable_key, authorization: `Bearer ${service_role_key}` },
    ]
    const complaints: string[] = []
    for (let round = 0; round < rounds; round += 1)
      for (const endpoint of authEndpoints)
        for (const base of [api_url, server.url]) {
          const known = { email: 'somebody@example.com', type: 'signup' }
          const request = next(endpoint, known)
          const caller = base === api_url ? (keys[round % keys.length] ?? {}) : {}
          const complaint = await complaintAbout(request, caller, base)
          if (complaint !== undefined) complaints.push(complaint)
        }
    expect(complaints).toEqual([])
  })
}
