import { randomUUID } from 'node:crypto'
import {
  AbortMultipartUploadCommand,
  CreateMultipartUploadCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { NewS3AccessKey } from '@stoa/contract/services/storage/s3-access-keys'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { systemClock } from '../../lib/clock.ts'
import type { StorageSession } from './session.ts'
import { createStorageApp, type StorageApp } from '../../../test/storage/app.ts'
import { createUnfinished, type Addition } from './unfinished.ts'

let project: TestProject
let app: StorageApp
let s3: S3Client

beforeAll(async () => {
  project = await createTestProject()
  // Unfinished uploads can have half of it.
  app = await createStorageApp(project, { storageLimitBytes: 20_000 })
  await app.client().createBucket('files')
  const key = NewS3AccessKey.parse(
    await app.member('POST', '/s3-access-keys', { description: 'tests' }),
  )
  s3 = new S3Client({
    endpoint: `${app.url}/s3`,
    region: 'eu-central-1',
    forcePathStyle: true,
    credentials: { accessKeyId: key.id, secretAccessKey: key.secret },
    maxAttempts: 1,
  })
})
afterAll(async () => {
  s3.destroy()
  await app.close()
  await project.stop()
})

const multipart = async (Key: string) =>
  (await s3.send(new CreateMultipartUploadCommand({ Bucket: 'files', Key }))).UploadId
const part = (Key: string, UploadId: string | undefined, bytes: number, PartNumber = 1) =>
  s3.send(
    new UploadPartCommand({
      Bucket: 'files',
      Key,
      UploadId,
      PartNumber,
      Body: Buffer.alloc(bytes),
    }),
  )

const encoded = (text: string) => Buffer.from(text).toString('base64')
const resumable = (name: string, bytes = 0) =>
  app.fetch('/upload/resumable', {
    method: 'POST',
    ...(bytes > 0 && { body: Buffer.alloc(bytes) }),
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': '15000',
      'upload-metadata': `bucketName ${encoded('files')},objectName ${encoded(name)}`,
      ...(bytes > 0 && { 'content-type': 'application/offset+octet-stream' }),
    },
  })

it('limits the bytes of unfinished uploads of both protocols together', async () => {
  const id = await multipart('a')
  await part('a', id, 6000)
  await expect(part('a', id, 6000, 2)).rejects.toMatchObject({
    name: 'unfinished_uploads_too_large',
    $metadata: { httpStatusCode: 507 },
  })
  const refused = await resumable('b', 6000)
  expect([refused.status, await refused.text()]).toEqual([
    507,
    'The unfinished uploads of the project can have 10000 bytes together. Complete or abort uploads. Unfinished ones expire: resumable ones after 24 hours, S3 multipart ones after seven days.\n',
  ])
  const created = await resumable('b', 3000)
  expect(created.status).toBe(201)
  const location = `${app.url}/upload/${created.headers.get('location') ?? ''}`
  const patch = (bytes: number) =>
    app.fetch(location.slice(app.url.length), {
      method: 'PATCH',
      body: Buffer.alloc(bytes),
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': '3000',
        'content-type': 'application/offset+octet-stream',
      },
    })
  expect((await patch(2000)).status).toBe(507)
  await s3.send(new AbortMultipartUploadCommand({ Bucket: 'files', Key: 'a', UploadId: id }))
  expect((await patch(2000)).status).toBe(204)
})

it('keeps concurrent parts within the limit together', async () => {
  const id = await multipart('c')
  const parts = await Promise.allSettled(
    Array.from({ length: 4 }, async (_, index) => part('c', id, 4000, index + 1)),
  )
  expect(parts.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1)
  await s3.send(new AbortMultipartUploadCommand({ Bucket: 'files', Key: 'c', UploadId: id }))
})

it('limits the number of unfinished uploads of both protocols together', async () => {
  // The first test has left one.
  await project.run(`
    insert into storage.s3_multipart_uploads (id, upload_signature, bucket_id, key, version)
    select n::text, '', 'files', n::text, n::text from generate_series(1, 999) as n`)
  app.pass(60)
  await expect(multipart('d')).rejects.toMatchObject({ name: 'too_many_unfinished_uploads' })
  expect((await resumable(randomUUID())).status).toBe(507)
  // Other uploads continue.
  expect((await app.client().from('files').upload('e', 'text')).error).toBeNull()
})

describe('counting unfinished uploads', () => {
  const MEGABYTE = 1024 * 1024

  /** The limit of a project with these multipart uploads, and how often they are measured. */
  function scene(stored = { count: 0, bytes: 0 }) {
    const sizes = new Map<string, number>()
    const seen = { measured: 0, stored }
    const unfinished = createUnfinished({
      files: { sizes: async () => new Map(sizes), sizeOf: async (id) => sizes.get(id) },
      maxBytes: 1000 * MEGABYTE,
      clock: systemClock,
    })
    const system = {
      async maybe() {
        seen.measured += 1
        return seen.stored
      },
    } as unknown as StorageSession
    const within = (addition: Addition, work = async () => {}) =>
      unfinished.within(system, addition, work)
    const addPart = (bytes: number) => within({ kind: 'part', id: randomUUID(), bytes })
    const append = (id: string, size: number) =>
      within({ kind: 'resumable', id, isNew: false, size }, async () => void sizes.set(id, size))
    return { seen, sizes, within, addPart, append }
  }
  const tooLarge = { code: 'unfinished_uploads_too_large', status: 507 }

  it('measures once, however many parts and chunks follow', async () => {
    const { seen, addPart, append } = scene()
    for (let count = 1; count <= 300; count += 1) {
      await addPart(MEGABYTE)
      await append('one', count * MEGABYTE)
    }
    expect(seen.measured).toBe(1)
  })

  it('measures again before it refuses, because uploads may have been completed', async () => {
    const { seen, addPart } = scene()
    for (let count = 0; count < 1000; count += 1) await addPart(MEGABYTE)
    expect(seen.measured).toBe(1)
    await addPart(MEGABYTE)
    expect(seen.measured).toBe(2)
    seen.stored = { count: 1, bytes: 1000 * MEGABYTE }
    await expect(addPart(1000 * MEGABYTE)).rejects.toMatchObject(tooLarge)
    await expect(addPart(1)).rejects.toMatchObject(tooLarge)
    seen.stored = { count: 0, bytes: 0 }
    await addPart(1)
  })

  it('keeps concurrent requests within the limit together', async () => {
    const { addPart } = scene({ count: 1, bytes: 500 * MEGABYTE })
    const parts = await Promise.allSettled(
      Array.from({ length: 10 }, () => addPart(100 * MEGABYTE)),
    )
    const added = parts.filter(({ status }) => status === 'fulfilled')
    expect(added.length).toBeLessThanOrEqual(5)
    for (let count = added.length; count < 5; count += 1) await addPart(100 * MEGABYTE)
  })

  it('counts a resumable upload by its received bytes, also after a failure', async () => {
    const { sizes, seen, within, append, addPart } = scene()
    const failing = within(
      { kind: 'resumable', id: 'a', isNew: true, size: 900 * MEGABYTE },
      () => {
        sizes.set('a', 300 * MEGABYTE)
        return Promise.reject(new Error('The client left'))
      },
    )
    await expect(failing).rejects.toThrow('The client left')
    await addPart(700 * MEGABYTE)
    expect(seen.measured).toBe(1)
    sizes.delete('a')
    await append('b', 300 * MEGABYTE)
  })
})
