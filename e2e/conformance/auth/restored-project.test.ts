import { createClient } from '@supabase/supabase-js'
import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newEmail, password } from '../../support/auth-clients.ts'
import {
  createProject,
  discard,
  startServer,
  type ProjectInfo,
  type StartedServer,
} from '../../support/server.ts'

const ADA = 'a1000000-0000-4000-8000-000000000001'
const hasPsql = spawnSync('psql', ['--version']).status === 0
/** Files as `supabase db dump` writes them, with the triggers and policies that `db diff` adds. */
const file = (name: string) =>
  fileURLToPath(new URL(`../../support/supabase-dump/${name}`, import.meta.url))

let server: StartedServer
let project: ProjectInfo

/** Restores the dump with the command of docs/migrate-from-supabase.md. */
beforeAll(async () => {
  if (!hasPsql) return
  server = await startServer()
  project = await createProject(server, 'Moved')
  await promisify(execFile)('psql', [
    '-X',
    '--single-transaction',
    '--variable=ON_ERROR_STOP=1',
    `--file=${file('roles.sql')}`,
    `--file=${file('schema.sql')}`,
    '--command=set session_replication_role = replica',
    `--file=${file('data.sql')}`,
    project.connection_string,
  ])
})
afterAll(async () => {
  if (hasPsql) await discard(server)
})

const open = () =>
  createClient(project.api_url, project.publishable_key, {
    auth: { persistSession: false, autoRefreshToken: false },
  })

/** A client that is signed in with the password of the dump. */
async function signedIn(email: string) {
  const client = open()
  const { error } = await client.auth.signInWithPassword({ email, password })
  expect(error).toBeNull()
  return client
}

describe.runIf(hasPsql)('the restored dump of a Supabase project', () => {
  it('lets its users sign in with their passwords and refresh their sessions', async () => {
    const client = await signedIn('ada@example.com')
    const { data, error } = await client.auth.refreshSession()
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ id: ADA, user_metadata: { name: 'Ada' } })
    expect(data.user?.identities).toMatchObject([{ provider: 'email', user_id: ADA }])
    const wrong = await open().auth.signInWithPassword({
      email: 'ada@example.com',
      password: 'wrong',
    })
    expect(wrong.error?.code).toBe('invalid_credentials')
  })

  it('keeps them signed in', async () => {
    const { data, error } = await open().auth.refreshSession({ refresh_token: 'k3v5nq7x2mzp' })
    expect([error, data.user?.id]).toEqual([null, ADA])
  })

  it('decides by its policies what they read and write', async () => {
    const client = await signedIn('ada@example.com')
    const notes = client.from('notes')
    expect((await notes.select('id, body, words')).data).toEqual([
      { id: 1, body: 'plant the seeds', words: 3 },
    ])
    expect((await open().from('notes').select()).data).toEqual([])
    const added = await notes.insert({ body: 'harvest' }).select('id, author')
    expect(added.data).toEqual([{ id: 3, author: ADA }])
    const foreign = 'b1000000-0000-4000-8000-000000000001'
    expect((await notes.insert({ body: 'x', author: foreign })).error?.code).toBe('42501')
    expect((await client.from('profiles').select('name').order('name')).data).toEqual([
      { name: 'Ada' },
      { name: 'Bob' },
    ])
  })

  it('runs its triggers for new users, and its foreign keys when one is deleted', async () => {
    const client = createClient(project.api_url, project.secret_key, {
      auth: { persistSession: false },
    })
    const { data } = await client.auth.admin.createUser({
      email: newEmail(),
      user_metadata: { name: 'New' },
    })
    const id = data.user?.id ?? ''
    const profile = () => client.from('profiles').select('name').eq('id', id)
    expect((await profile()).data).toEqual([{ name: 'New' }])
    expect((await client.auth.admin.deleteUser(id)).error).toBeNull()
    expect((await profile()).data).toEqual([])
  })

  it('lists its buckets and objects, whose content is uploaded separately', async () => {
    const client = await signedIn('ada@example.com')
    const avatars = client.storage.from('avatars')
    expect((await avatars.list('ada')).data).toMatchObject([{ name: 'face.png' }])
    expect((await avatars.download('ada/face.png')).error).toBeTruthy()
    const bob = await signedIn('bob@example.com')
    expect((await bob.storage.from('avatars').list('ada')).data).toEqual([])
    const admin = createClient(project.api_url, project.secret_key).storage.from('avatars')
    const content = new Blob(['content'], { type: 'image/png' })
    expect((await admin.upload('ada/face.png', content, { upsert: true })).error).toBeNull()
    expect(await (await admin.download('ada/face.png')).data?.text()).toBe('content')
  })
})
