import { randomUUID } from 'node:crypto'
import {
  AbortMultipartUploadCommand,
  CreateMultipartUploadCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { NewS3AccessKey } from '@stoa/contract/services/storage/s3-access-keys'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { createStorageApp, type StorageApp } from './test-app.ts'

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

it('keeps parts at the same time within the limit together', async () => {
  const id = await multipart('c')
  const parts = await Promise.allSettled(
    Array.from({ length: 4 }, async (_, index) => part('c', id, 4000, index + 1)),
  )
  expect(parts.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1)
  await s3.send(new AbortMultipartUploadCommand({ Bucket: 'files', Key: 'c', UploadId: id }))
})

it('limits the number of unfinished uploads of both protocols together', async () => {
  await project.run(`
    insert into storage.s3_multipart_uploads (id, upload_signature, bucket_id, key, version)
    select n::text, '', 'files', n::text, n::text from generate_series(1, 999) as n`)
  // The first test has left one.
  await expect(multipart('d')).rejects.toMatchObject({ name: 'too_many_unfinished_uploads' })
  expect((await resumable(randomUUID())).status).toBe(507)
  // Other uploads go on.
  expect((await app.client().from('files').upload('e', 'text')).error).toBeNull()
})
