import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { createPublicKey, verify, type JsonWebKey } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askPlatform } from '../support/platform-api.ts'
import {
  createProject,
  discard,
  startServer,
  stoa,
  type ProjectInfo,
  type StartedServer,
} from '../support/server.ts'

let server: StartedServer
let project: ProjectInfo

beforeAll(async () => {
  server = await startServer()
  project = await createProject(server, 'Keys')
})
afterAll(() => discard(server))

const options = { auth: { persistSession: false, autoRefreshToken: false } }
const client = (key: string) => createClient(project.api_url, key, options)

type Method = Parameters<typeof askPlatform>[1]
const ask = <T>(method: Method, path: string, body?: unknown) =>
  askPlatform<T>(server, method, `/projects/${project.ref}${path}`, body)

type SigningKey = { id: string; state: string; algorithm: string; is_legacy: boolean }

/** Returns the response status for an access token or a JWT key. */
async function statusOf(token: string, path = '/rest/v1/'): Promise<number> {
  const headers = { apikey: project.publishable_key, authorization: `Bearer ${token}` }
  return (await fetch(`${project.api_url}${path}`, { headers })).status
}

const statusOfKey = async (key: string) =>
  (await fetch(`${project.api_url}/rest/v1/`, { headers: { apikey: key } })).status

async function jwks(): Promise<(JsonWebKey & { kid: string })[]> {
  const response = await fetch(`${project.api_url}/auth/v1/.well-known/jwks.json`)
  return ((await response.json()) as { keys: (JsonWebKey & { kid: string })[] }).keys
}

const headerOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as {
    alg: string
    kid?: string
  }

/** Verifies a token with nothing but the published keys. */
async function isPublic(token: string): Promise<boolean> {
  const { kid, alg } = headerOf(token)
  const key = (await jwks()).find((candidate) => candidate.kid === kid)
  if (!key) return false
  const [header, payload, signature = ''] = token.split('.')
  const publicKey = createPublicKey({ key, format: 'jwk' })
  const input = alg === 'ES256' ? { key: publicKey, dsaEncoding: 'ieee-p1363' as const } : publicKey
  const signed = Buffer.from(`${header}.${payload}`)
  return verify('sha256', signed, input, Buffer.from(signature, 'base64url'))
}

async function tokenOf(user: SupabaseClient): Promise<string> {
  const { data } = await user.auth.getSession()
  return data.session?.access_token ?? ''
}

async function signedUp(email: string): Promise<SupabaseClient> {
  const user = client(project.publishable_key)
  const { error } = await user.auth.signUp({ email, password: 'correct horse battery' })
  expect(error).toBeNull()
  return user
}

describe('API keys', () => {
  it('work immediately after creation and stop working immediately after deletion', async () => {
    const made = await ask<{ id: string; value: string }>('POST', '/api-keys', {
      kind: 'secret',
      name: 'nightly',
    })
    const admin = client(made.value)
    expect((await admin.auth.admin.listUsers()).error).toBeNull()
    await ask('DELETE', `/api-keys/${made.id}`)
    expect(await statusOfKey(made.value)).toBe(401)
    expect((await admin.auth.admin.listUsers()).error?.status).toBe(401)
  })

  it('of the legacy kind are rejected while they are disabled', async () => {
    for (const [enabled, status] of [
      [false, 401],
      [true, 200],
    ] as const) {
      await ask('PUT', '/api-keys/legacy', { enabled })
      for (const key of [project.anon_key, project.service_role_key])
        expect(await statusOfKey(key)).toBe(status)
      expect(await statusOfKey(project.secret_key)).toBe(200)
    }
  })
})

describe('signing keys', () => {
  it('can be rotated and revoked while a user is signed in', async () => {
    const user = await signedUp('ada@example.com')
    const first = await tokenOf(user)
    const { keys } = await ask<{ keys: SigningKey[] }>('GET', '/signing-keys')
    expect(keys).toMatchObject([{ algorithm: 'HS256', state: 'in_use', is_legacy: true }])
    expect(headerOf(first)).toMatchObject({ alg: 'HS256', kid: keys[0]?.id })
    expect(await jwks()).toEqual([])

    const standby = await ask<SigningKey>('POST', '/signing-keys', { algorithm: 'ES256' })
    expect((await jwks()).map(({ kid }) => kid)).toEqual([standby.id])
    await ask('POST', `/signing-keys/${standby.id}/rotate`)
    expect(await statusOf(first)).toBe(200)
    expect((await user.auth.getUser()).error).toBeNull()
    expect(await statusOfKey(project.anon_key)).toBe(200)

    await ask('POST', `/signing-keys/${keys[0]?.id}/revoke`)
    expect(await statusOf(first)).toBe(401)
    // The auth service uses the status and code of its own protocol.
    expect(await statusOf(first, '/auth/v1/user')).toBe(403)
    expect((await user.auth.getUser()).error).toMatchObject({ status: 403, code: 'bad_jwt' })
    expect(await statusOfKey(project.anon_key)).toBe(401)

    const { data, error } = await user.auth.refreshSession()
    expect(error).toBeNull()
    const second = data.session?.access_token ?? ''
    expect(headerOf(second)).toMatchObject({ alg: 'ES256', kid: standby.id })
    expect(await isPublic(second)).toBe(true)
    expect(await statusOf(second)).toBe(200)
    const claims = await user.auth.getClaims(second)
    expect(claims.error).toBeNull()
    expect(claims.data?.claims.email).toBe('ada@example.com')
  })

  it('survive a crash of the server', async () => {
    const user = await signedUp('bob@example.com')
    const token = await tokenOf(user)
    const before = await jwks()
    await server.kill('SIGKILL')
    server = await startServer({ dataDir: server.dataDir })
    const shown = await stoa(server, 'project', 'show', project.ref, '--json')
    project = JSON.parse(shown.stdout) as ProjectInfo
    expect(await jwks()).toEqual(before)
    expect(await statusOf(token)).toBe(200)
    expect(await isPublic(token)).toBe(true)
  })
})
