import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import http from 'node:http'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { createStorageApp, type StorageApp } from '../../../test/storage/app.ts'
import { createDiskBackend } from './backend/index.ts'

let project: TestProject
let app: StorageApp

beforeAll(async () => {
  project = await createTestProject()
  app = await createStorageApp(project)
  await app.client().createBucket('files')
})
afterAll(async () => {
  await app.close()
  await project.stop()
})

const filesIn = async (name: 'staging' | 'content' | 'writing') =>
  (
    await readdir(path.join(app.folder, name), { recursive: true, withFileTypes: true }).catch(
      () => [],
    )
  )
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
const bucket = () => app.client().from('files')
const key = () => project.project.keys.serviceRoleKey

it('stores nothing of a body that is shorter than announced', async () => {
  for (const [type, part] of [
    ['text/plain', ''],
    [
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name=""; filename="f"\r\n\r\n',
    ],
  ]) {
    const socket = sendRaw(`content-type: ${type}\r\ncontent-length: 1000000`, `${part}only this`)
    await expect.poll(() => filesIn('staging')).toHaveLength(1)
    socket.destroy()
    await expect.poll(() => filesIn('staging')).toEqual([])
    // So small that it is kept in memory until it has arrived.
    const small = sendRaw(`content-type: ${type}\r\ncontent-length: 1000`, `${part}only this`)
    small.end()
    expect(await text(small)).not.toContain('HTTP/1.1 200')
  }
  expect((await bucket().exists('short')).data).toBe(false)
  expect(await filesIn('content')).toEqual([])
})

it('refuses a body that is longer than announced, and never stores the excess', async () => {
  const socket = sendRaw('content-type: text/plain\r\ncontent-length: 5', 'hello and more')
  expect(await text(socket)).toContain('HTTP/1.1 400 ')
  await app.settled()
  // The announced bytes had arrived.
  const { data } = await bucket().download('short')
  expect([undefined, 'hello']).toContain(await data?.text())
  await bucket().remove(['short'])
  await app.settled()
})

/** Uploads to `short` with headers that no client library would send. */
function sendRaw(headers: string, body: string): Socket {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    `POST /storage/v1/object/files/short HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key()}\r\n` +
      `${headers}\r\n\r\n${body}`,
  )
  return socket
}

it('stores nothing of a form that ends before its file', async () => {
  const answer = await app.fetch('/object/files/cut', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: '--b\r\ncontent-disposition: form-data; name=""; filename="f"\r\n\r\nno end',
  })
  expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'InvalidRequest' }])
  expect(await filesIn('staging')).toEqual([])
  for (const body of [
    '',
    '--b--\r\n',
    '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n',
  ]) {
    const empty = await app.fetch('/object/files/cut', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body,
    })
    expect([body, empty.status]).toEqual([body, 400])
  }
})

it('keeps the connection when it refuses a long body', async () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const send = async (name: string, length: number) => {
    const request = http.request(`${app.url}/object/files/${name}`, {
      method: 'POST',
      agent,
      headers: { authorization: `Bearer ${key()}`, 'content-type': 'text/plain' },
    })
    Readable.from([Buffer.alloc(length)]).pipe(request)
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    for await (const _ of response);
    return response.statusCode
  }
  await app.client().updateBucket('files', { public: false, fileSizeLimit: 1_000_000 })
  expect(await send('a\\b', 3_000_000)).toBe(400)
  expect(await send('long', 3_000_000)).toBe(400)
  expect(await send('fits', 1000)).toBe(200)
  agent.destroy()
  await app.client().updateBucket('files', { public: false, fileSizeLimit: null })
})

it('keeps one complete upload of many to the same name', async () => {
  const contents = Array.from({ length: 12 }, (_, index) => String(index).repeat(50_000 + index))
  const sent = await Promise.all(
    contents.map((content) => bucket().upload('raced', content, { upsert: true })),
  )
  expect(sent.map(({ error }) => error)).toEqual(contents.map(() => null))
  expect(new Set(sent.map(({ data }) => data?.id)).size).toBe(1)
  expect(contents).toContain(await (await bucket().download('raced')).data?.text())
  const once_ = await Promise.all(contents.map((content) => bucket().upload('first', content)))
  expect(once_.filter(({ error }) => error === null)).toHaveLength(1)
  await app.settled()
  const { data } = await bucket().listV2({})
  expect(await filesIn('content')).toHaveLength(data?.objects.length ?? 0)
})

it('removes the remains of interrupted uploads, and keeps those whose row is committed', async () => {
  await bucket().upload('kept', 'kept')
  const rows = async () => (await bucket().listV2({})).data?.objects.length
  const before = (await filesIn('content')).length
  const store = createDiskBackend().storeOf({
    ref: app.project.ref,
    folder: app.folder,
    freeBytes: async () => Number.MAX_SAFE_INTEGER,
  })
  const [staged, published, small] = [randomUUID(), randomUUID(), randomUUID()]
  await store.stage(staged, Readable.from([Buffer.from('1')]))
  await store.stage(published, Readable.from([Buffer.from('2')]))
  await store.publish(published)
  await store.stage(small, Readable.from([Buffer.from('3')]), { atMostBytes: 1 })
  await store.publish(small)
  expect((await filesIn('content')).length).toBe(before + 2)
  await app.recover()
  await app.settled()
  expect(await filesIn('staging')).toEqual([])
  expect((await filesIn('content')).length).toBe(before)
  expect(await rows()).toBe(before)
  // A start after an orderly stop examines no content.
  expect(await filesIn('writing')).toEqual([])
})

it('removes no content that a row refers to, even if any role lists it as removed', async () => {
  await bucket().upload('listed', 'content')
  const version = (await bucket().info('listed')).data?.version
  await project.run(
    `insert into storage.removed_versions (version) values ('${version}'), ('../x')`,
  )
  await app.recover()
  await app.settled()
  expect(await (await bucket().download('listed')).data?.text()).toBe('content')
})

it('sweeps content whose rows disappeared, and nothing that is new', async () => {
  await bucket().upload('truncated', 'x')
  await project.run('truncate storage.objects', 'supabase_admin')
  await app.runJob('sweep')
  expect((await filesIn('content')).length).toBeGreaterThan(0)
  app.pass(7200)
  await app.runJob('sweep')
  await app.settled()
  expect(await filesIn('content')).toEqual([])
})
