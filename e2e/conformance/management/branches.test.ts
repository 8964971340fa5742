import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { operatorToken } from '../../support/platform-api.ts'
import {
  createProject,
  discard,
  startServer,
  stoa,
  type ProjectInfo,
  type StartedServer,
} from '../../support/server.ts'

let server: StartedServer
let project: ProjectInfo
let token: string
beforeAll(async () => {
  server = await startServer()
  project = await createProject(server, 'Shop')
  token = await operatorToken(server)
  await inDatabase(
    project.connection_string,
    `create table note (id bigint generated always as identity primary key, body text not null);
     alter table note enable row level security;
     create policy everybody on note using (true) with check (true)`,
  )
})
afterAll(() => discard(server))

async function inDatabase(connectionString: string, text: string) {
  const database = new pg.Client({ connectionString })
  await database.connect()
  try {
    return (await database.query<{ body: string }>(text)).rows
  } finally {
    await database.end()
  }
}

type ManagedBranch = {
  id: string
  name: string
  project_ref: string
  preview_project_status: string
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${server.url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
  return (await response.json()) as T
}

async function branchOf(body: { branch_name: string; with_data: boolean }) {
  const { id, name } = await call<ManagedBranch>('POST', `/projects/${project.ref}/branches`, body)
  const path = `/projects/${project.ref}/branches/${name}`
  const statusOf = async () => (await call<ManagedBranch>('GET', path)).preview_project_status
  // A copy takes as long as the disk needs.
  while ((await statusOf()) === 'COMING_UP') await delay(100)
  expect(await statusOf()).toBe('ACTIVE_HEALTHY')
  const config = await call<{ ref: string; db_pass: string; db_user: string }>(
    'GET',
    `/branches/${id}`,
  )
  const keys = await call<{ name: string; api_key: string }[]>(
    'GET',
    `/projects/${config.ref}/api-keys`,
  )
  const anon = keys.find((key) => key.name === 'anon')?.api_key ?? ''
  const address = new URL(project.connection_string)
  address.username = config.db_user
  address.password = encodeURIComponent(config.db_pass)
  return {
    id,
    ref: config.ref,
    anon,
    database: address.href,
    db: notesOf(project.api_url.replace(project.ref, config.ref), anon),
  }
}

const notesOf = (url: string, key: string) =>
  createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } })

async function bodies(db: ReturnType<typeof notesOf>): Promise<string[]> {
  const { data, error } = await db.from('note').select('body').order('id')
  expect(error).toBeNull()
  return (data ?? []).map(({ body }: { body: string }) => body)
}

it('copies the rows of the parent, and keeps the two apart afterwards', async () => {
  const parent = notesOf(project.api_url, project.anon_key)
  expect((await parent.from('note').insert({ body: 'before' })).error).toBeNull()
  const branch = await branchOf({ branch_name: 'with-data', with_data: true })
  expect(await bodies(branch.db)).toEqual(['before'])
  expect((await branch.db.from('note').insert({ body: 'in the branch' })).error).toBeNull()
  expect((await parent.from('note').insert({ body: 'in the parent' })).error).toBeNull()
  expect(await bodies(branch.db)).toEqual(['before', 'in the branch'])
  expect(await bodies(parent)).toEqual(['before', 'in the parent'])
  // Each has its own keys and password.
  expect(branch.anon).not.toBe(project.anon_key)
  expect((await notesOf(project.api_url, branch.anon).from('note').select()).status).toBe(401)
  expect(await inDatabase(branch.database, 'select body from note order by id')).toHaveLength(2)
})

it('copies only the structure on request, and deletes it by the command line', async () => {
  const branch = await branchOf({ branch_name: 'empty', with_data: false })
  expect(await bodies(branch.db)).toEqual([])
  expect((await branch.db.from('note').insert({ body: 'first' })).error).toBeNull()
  expect((await stoa(server, 'branches', 'list', project.ref)).stdout).toMatch(
    /main .*production[^]*empty .*preview/,
  )
  const deleted = await stoa(server, 'branches', 'delete', 'empty', '--project', project.ref)
  expect(deleted.stdout).toContain(`Deleted empty (${branch.ref}).`)
  const names = await call<ManagedBranch[]>('GET', `/projects/${project.ref}/branches`)
  expect(names.map(({ name }) => name)).toEqual(['main', 'with-data'])
})

it('merges schema changes into the parent, whose rows and own changes stay', async () => {
  const { id, ref, database } = await branchOf({ branch_name: 'to-merge', with_data: false })
  const changes = `/branches/${id}`
  const diff = async () => {
    const response = await fetch(`${server.url}/v1${changes}/diff`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return { status: response.status, text: await response.text() }
  }
  expect(await diff()).toEqual({ status: 200, text: '' })
  await inDatabase(database, `alter table note add stars int not null default 5`)
  await inDatabase(
    project.connection_string,
    `create table own (id int); insert into note (body) values ('kept')`,
  )
  expect(await diff()).toEqual({
    status: 200,
    text: expect.stringMatching(/^ALTER TABLE "public"\."note" ADD COLUMN "stars" integer/),
  })
  await call('POST', `${changes}/merge`, {})
  expect((await diff()).text).toBe('')
  const rows = await inDatabase(
    project.connection_string,
    `select body from note where body = 'kept' and stars = 5 and to_regclass('own') is not null`,
  )
  expect(rows).toEqual([{ body: 'kept' }])
  const [recorded] = await inDatabase(
    project.connection_string,
    'select name as body from supabase_migrations.schema_migrations order by version desc limit 1',
  )
  expect(recorded?.body).toBe(`merge_${ref}`)
})
