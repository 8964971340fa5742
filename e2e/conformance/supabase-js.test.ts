import { createClient } from '@supabase/supabase-js'
import http from 'node:http'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleDatabase } from '../../server/test/sample-database/sample-database.ts'
import {
  createProject,
  discard,
  startServer,
  type ProjectInfo,
  type StartedServer,
} from '../support/server.ts'

let server: StartedServer
let project: ProjectInfo

beforeAll(async () => {
  server = await startServer()
  project = await createProject(server, 'Garden')
  const client = new pg.Client({ connectionString: project.connection_string })
  await client.connect()
  await client.query(sampleDatabase())
  await client.query(`
    create table note (
      id bigint generated always as identity primary key,
      owner uuid not null default auth.uid() references auth.users (id) on delete cascade,
      body text not null
    );
    alter table note enable row level security;
    create policy own on note for all to authenticated
      using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
  `)
  await client.end()
})
afterAll(() => discard(server))

const options = { auth: { persistSession: false, autoRefreshToken: false } }
const client = (key: string) => createClient(project.api_url, key, options)

async function signedUp(email: string) {
  const user = client(project.publishable_key)
  const { error } = await user.auth.signUp({ email, password: 'correct horse battery' })
  expect(error).toBeNull()
  return user
}

describe('an unmodified supabase-js', () => {
  it('reads with filter, order, range, count and embedding', async () => {
    const db = client(project.anon_key)
    const { data, count, error } = await db
      .from('specimen')
      .select('label, species (name, family (name))', { count: 'exact' })
      .gt('height_mm', 3000)
      .order('label')
      .range(0, 9)
    expect(error).toBeNull()
    expect(data).toHaveLength(10)
    expect(count).toBeGreaterThan(1000)
    expect(data?.[0]).toHaveProperty('species.family.name')
  })

  it('can read tables immediately after they are created', async () => {
    const db = client(project.secret_key)
    const { data, error } = await db.from('bed').select('bed_id, name').eq('bed_id', 1).single()
    expect(error).toBeNull()
    expect(data).toEqual({ bed_id: 1, name: 'Alpine scree' })
  })

  it.each(['anon_key', 'publishable_key'] as const)(
    'is refused by row level security as anon with the %s',
    async (kind) => {
      const db = client(project[kind])
      const { data, error } = await db.from('note').select('*')
      expect(error).toBeNull()
      expect(data).toEqual([])
      const { error: refused } = await db.from('note').insert({ body: 'no' })
      expect(refused?.code).toMatch(/^(42501|23502)$/)
    },
  )

  it('inserts, updates and deletes as a signed-in user, who sees their own rows only', async () => {
    const ada = await signedUp('ada@example.com')
    const bob = await signedUp('bob@example.com')
    const inserted = await ada.from('note').insert({ body: 'hers' }).select().single()
    expect(inserted.error).toBeNull()
    expect(inserted.status).toBe(201)
    const others = await bob.from('note').select('*')
    expect(others.data).toEqual([])
    const id: unknown = inserted.data?.id
    const stolen = await bob.from('note').update({ body: 'his' }).eq('id', id).select()
    expect(stolen.data).toEqual([])
    const updated = await ada.from('note').update({ body: 'still hers' }).eq('id', id).select()
    expect(updated.data).toMatchObject([{ body: 'still hers' }])
    const deleted = await ada.from('note').delete().eq('id', id)
    expect(deleted.status).toBe(204)
  })

  it('bypasses row level security with the service keys', async () => {
    for (const key of [project.service_role_key, project.secret_key]) {
      const { error, count } = await client(key).from('note').select('*', { count: 'exact' })
      expect(error).toBeNull()
      expect(count).toBe(0)
    }
  })

  it('upserts and counts without a body', async () => {
    const db = client(project.service_role_key)
    const { error } = await db.from('trail').update({ name: 'Renamed' }).eq('trail_id', 1).select()
    expect(error).toBeNull()
    const { count } = await db.from('specimen').select('*', { count: 'exact', head: true })
    expect(count).toBe(3217)
  })

  it('gets PostgREST’s error body for a mistake', async () => {
    const { error, status } = await client(project.anon_key).from('specimn').select('*')
    expect(status).toBe(404)
    expect(error?.code).toBe('PGRST205')
    expect(error?.hint).toContain('specimen')
  })

  it('reads by a list of a thousand ids', async () => {
    const db = client(project.service_role_key)
    const wanted = Array.from({ length: 1000 }, () => crypto.randomUUID())
    const { data, error } = await db.from('note').select().in('owner', wanted)
    expect(error).toBeNull()
    expect(data).toEqual([])
  })

  it('gets an error for every body that is too large and can continue', async () => {
    const db = client(project.service_role_key)
    // The body exceeds the network buffers, so the error arrives while it is still being sent.
    const body = 'x'.repeat(50_000_000)
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await db.from('note').insert({ body })).toMatchObject({
        status: 413,
        error: { code: 'PGRST102', hint: 'Send it in several requests.' },
      })
    const long = await db.from('note').select().eq('body', 'x'.repeat(70_000))
    expect([long.status, long.error]).toMatchObject([431, { code: 'request_too_long' }])
    expect((await db.from('bed').select().limit(1)).error).toBeNull()
  })

  // SPEC: "plus auth"
  it('signs in, rotates refresh tokens, and cannot refresh after signing out', async () => {
    const user = await signedUp('carol@example.com')
    const { data: first } = await user.auth.getSession()
    const { data: second, error } = await user.auth.refreshSession()
    expect(error).toBeNull()
    expect(second.session?.refresh_token).not.toBe(first.session?.refresh_token)
    const { data: me } = await user.auth.getUser()
    expect(me.user?.email).toBe('carol@example.com')
    await user.auth.signOut()
    const again = await client(project.anon_key).auth.refreshSession({
      refresh_token: second.session?.refresh_token ?? '',
    })
    expect(again.error).not.toBeNull()
  })

  it('gets errors for a wrong key and a forged token', async () => {
    const { status: wrongKey } = await client('sb_publishable_wrong').from('bed').select('*')
    expect(wrongKey).toBe(401)
    const forged = createClient(project.api_url, project.anon_key, {
      ...options,
      global: { headers: { Authorization: `Bearer ${project.anon_key.slice(0, -4)}AAAA` } },
    })
    const { status } = await forged.from('bed').select('*')
    expect(status).toBe(401)
  })

  it('reaches the same project on its own hostname', async () => {
    const { port, hostname } = new URL(server.url)
    // Not every resolver knows `<ref>.localhost`, and the gateway reads only the Host header.
    const onHost: typeof fetch = (input, init) => {
      const request = new Request(input, init)
      const url = new URL(request.url)
      const { pathname, search } = url
      expect(url.hostname).toBe(`${project.ref}.localhost`)
      return askWithHost(`http://${hostname}:${port}${pathname}${search}`, url.host, request)
    }
    const db = createClient(`http://${project.ref}.localhost:${port}`, project.anon_key, {
      ...options,
      global: { fetch: onHost },
    })
    const { data, error } = await db.from('bed').select('name').eq('bed_id', 2)
    expect(error).toBeNull()
    expect(data).toEqual([{ name: 'Rose walk' }])
  })
})

/** Sends a GET with a custom Host header, which `fetch` doesn't allow. */
function askWithHost(url: string, host: string, request: Request): Promise<Response> {
  const headers = { ...Object.fromEntries(request.headers), host }
  return new Promise((resolve, reject) => {
    http
      .get(url, { headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve(new Response(Buffer.concat(chunks), { status: response.statusCode ?? 500 })),
        )
      })
      .on('error', reject)
  })
}
