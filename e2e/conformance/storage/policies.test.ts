import {
  CLIENT_CALLS,
  OPERATIONS,
  type Operation,
  type StorageTable,
} from '@stoa/contract/services/storage/policy-operations'
import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createProject,
  discard,
  startServer,
  type ProjectInfo,
  type StartedServer,
} from '../../support/server.ts'

let server: StartedServer
let project: ProjectInfo
let database: pg.Client

beforeAll(async () => {
  server = await startServer()
  project = await createProject(server, 'Policies')
  database = new pg.Client({ connectionString: project.connection_string })
  await database.connect()
})
afterAll(async () => {
  await database.end()
  await discard(server)
})

const storage = (key: string) => createClient(project.api_url, key).storage

/** Lets clients without an account do these operations on one table, and nothing else. */
async function allow(table: StorageTable, operations: readonly Operation[]): Promise<void> {
  const drops = (['objects', 'buckets'] as const).flatMap((name) =>
    OPERATIONS.map((each) => `drop policy if exists "test ${each}" on storage.${name};`),
  )
  const creates = operations.map((each) => {
    const using = each === 'INSERT' ? '' : 'using (true)'
    const check = each === 'INSERT' || each === 'UPDATE' ? 'with check (true)' : ''
    return `create policy "test ${each}" on storage.${table} for ${each} to anon ${using} ${check};`
  })
  await database.query([...drops, ...creates].join('\n'))
}

/** Whether a call of the client library succeeds. */
async function works(table: StorageTable, call: string): Promise<boolean> {
  const admin = storage(project.secret_key)
  const bucket = `bucket-${crypto.randomUUID()}`
  await admin.createBucket(bucket)
  if (table === 'objects') await admin.from(bucket).upload('a.txt', 'text')
  const client = storage(project.anon_key)
  const files = client.from(bucket)
  const attempts: Record<string, () => Promise<boolean>> = {
    download: async () => (await files.download('a.txt')).error === null,
    list: async () => (await files.list()).data?.length === 1,
    info: async () => (await files.info('a.txt')).error === null,
    exists: async () => (await files.exists('a.txt')).data,
    createSignedUrl: async () => (await files.createSignedUrl('a.txt', 60)).error === null,
    createSignedUrls: async () =>
      (await files.createSignedUrls(['a.txt'], 60)).data?.[0]?.error === null,
    upload: async () => (await files.upload('b.txt', 'text')).error === null,
    createSignedUploadUrl: async () => (await files.createSignedUploadUrl('b.txt')).error === null,
    copy: async () => (await files.copy('a.txt', 'b.txt')).error === null,
    move: async () => (await files.move('a.txt', 'b.txt')).error === null,
    update: async () => (await files.update('a.txt', 'other')).error === null,
    'upload with upsert': async () =>
      (await files.upload('a.txt', 'other', { upsert: true })).error === null,
    remove: async () => (await files.remove(['a.txt'])).data?.length === 1,
    listBuckets: async () =>
      (await client.listBuckets()).data?.some(({ id }) => id === bucket) === true,
    getBucket: async () => (await client.getBucket(bucket)).error === null,
    createBucket: async () => (await client.createBucket(`${bucket}-new`)).error === null,
    updateBucket: async () => (await client.updateBucket(bucket, { public: false })).error === null,
    deleteBucket: async () => (await client.deleteBucket(bucket)).error === null,
  }
  const attempt = attempts[call]
  if (!attempt) throw new Error(`There is no attempt for ${call}.`)
  return attempt()
}

describe.each(['objects', 'buckets'] as const)('policies on storage.%s', (table) => {
  it.each(CLIENT_CALLS[table])(
    'allow $name with $needs, and not without one of them',
    async (call) => {
      await allow(table, call.needs)
      expect(await works(table, call.name)).toBe(true)
      for (const missing of call.needs) {
        await allow(
          table,
          call.needs.filter((each) => each !== missing),
        )
        expect(await works(table, call.name), `without ${missing}`).toBe(false)
      }
    },
  )
})
