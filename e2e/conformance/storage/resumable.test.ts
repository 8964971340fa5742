import { randomBytes } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createProject,
  discard,
  startServer,
  type ProjectInfo,
  type StartedServer,
} from '../../support/server.ts'
import { findHalfMade, startAgain } from '../../support/storage-crash.ts'

let server: StartedServer
let project: ProjectInfo

beforeAll(async () => {
  server = await startServer()
  project = await createProject(server, 'Resumable')
  await storage().createBucket('files')
})
afterAll(() => discard(server))

const storage = () => createClient(project.api_url, project.secret_key).storage
const content = randomBytes(3_000_000)

type Sent = { headers?: Record<string, string>; body?: BodyInit }

const send = (method: string, url: string, { headers, body }: Sent = {}) =>
  fetch(url, { method, headers: { 'tus-resumable': '1.0.0', ...headers }, ...(body && { body }) })

/** Creates an upload; resolves to its address, which the client derives from that of the creation. */
async function create(endpoint: string, name: string, headers: Record<string, string>) {
  const encode = (text: string) => Buffer.from(text).toString('base64')
  const response = await send('POST', endpoint, {
    headers: {
      ...headers,
      'upload-length': String(content.length),
      'upload-metadata': `bucketName ${encode('files')},objectName ${encode(name)}`,
    },
  })
  expect([response.status, await response.text()]).toEqual([201, ''])
  expect(response.headers.get('access-control-expose-headers')).toContain('upload-offset')
  return new URL(response.headers.get('location') ?? '', endpoint).href
}

const patch = (url: string, offset: number, body: Buffer, headers: Record<string, string>) =>
  send('PATCH', url, {
    headers: {
      ...headers,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
    },
    body: new Uint8Array(body),
  })

const contentOf = async (name: string) => {
  const { data } = await storage().from('files').download(name)
  return Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer())
}

it('continues an upload after the server was killed in the middle of a chunk', async () => {
  const endpoint = `${project.api_url}/storage/v1/upload/resumable`
  const apikey = { apikey: project.secret_key }
  const url = await create(endpoint, 'killed', apikey)
  expect((await patch(url, 0, content.subarray(0, 1_000_000), apikey)).status).toBe(204)
  const sending = patch(url, 1_000_000, content.subarray(1_000_000), apikey).catch(() => undefined)
  await server.kill('SIGKILL')
  await sending
  server = await startAgain(server, project)
  const head = await send('HEAD', url, { headers: apikey })
  const offset = Number(head.headers.get('upload-offset'))
  expect(offset).toBeGreaterThanOrEqual(1_000_000)
  // Also if all of it had arrived: an empty chunk is the last one then.
  expect((await patch(url, offset, content.subarray(offset), apikey)).status).toBe(204)
  expect((await contentOf('killed')).equals(content)).toBe(true)
  expect(await findHalfMade(server, project)).toEqual([])
})

it('needs no key with the token of a signed upload, at the address with the ref in its path', async () => {
  const { data } = await storage().from('files').createSignedUploadUrl('signed')
  const endpoint = `${server.url}/p/${project.ref}/storage/v1/upload/resumable/sign`
  const signature = { 'x-signature': data?.token ?? '' }
  const url = await create(endpoint, 'signed', signature)
  expect(url).toContain(`/p/${project.ref}/storage/v1/upload/resumable/sign/`)
  expect((await patch(url, 0, content, {})).status).toBe(401)
  expect((await patch(url.replace('/sign/', '/'), 0, content, signature)).status).toBe(401)
  expect((await patch(url, 0, content, signature)).status).toBe(204)
  expect((await contentOf('signed')).equals(content)).toBe(true)
})

it('refuses a chunk longer than announced, and continues with the rest', async () => {
  const endpoint = `${project.api_url}/storage/v1/upload/resumable`
  const apikey = { apikey: project.secret_key }
  const url = await create(endpoint, 'longer', apikey)
  expect((await patch(url, 0, content.subarray(0, 1_000_000), apikey)).status).toBe(204)
  const rest = content.subarray(1_000_000)
  const long = Buffer.concat([rest, Buffer.from('more')])
  expect((await patch(url, 1_000_000, long, apikey)).status).toBe(413)
  const head = await send('HEAD', url, { headers: apikey })
  const offset = Number(head.headers.get('upload-offset'))
  expect((await patch(url, offset, content.subarray(offset), apikey)).status).toBe(204)
  expect((await contentOf('longer')).equals(content)).toBe(true)
})
