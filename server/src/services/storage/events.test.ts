import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { createStorageApp, type StorageApp } from '../../../test/storage/app.ts'

let project: TestProject
let app: StorageApp

beforeAll(async () => {
  project = await createTestProject()
  app = await createStorageApp(project, { storageLimitBytes: 1000 })
  await app.client().createBucket('files')
})
afterAll(async () => {
  await app.close()
  await project.stop()
})
beforeEach(() => void app.logged.splice(0))

it('logs uploads and deletions with bucket, name, size and role', async () => {
  await app.client().from('files').upload('docs/a.txt', 'text')
  await app.client().from('files').copy('docs/a.txt', 'docs/b.txt')
  await app.client().from('files').remove(['docs/a.txt', 'docs/b.txt', 'docs/none'])
  const uploaded = { event: 'object_uploaded', bucket: 'files', bytes: 4, role: 'service_role' }
  expect(app.logged).toEqual([
    { ...uploaded, name: 'docs/a.txt' },
    { ...uploaded, name: 'docs/b.txt' },
    {
      event: 'objects_deleted',
      bucket: 'files',
      names: ['docs/a.txt', 'docs/b.txt'],
      count: 2,
      bytes: 8,
      role: 'service_role',
    },
  ])
})

it('logs refused changes with their code and without tokens, and no refused reads', async () => {
  await app.client('anon').from('files').upload('a', 'text')
  await app.fetch('/object/files/large', { method: 'POST', body: Buffer.alloc(1001) })
  await app.fetch('/object/upload/sign/files/b?token=secret', { method: 'PUT', body: 'text' })
  await app.fetch('/object/files/none')
  expect(app.logged).toEqual([
    expect.objectContaining({ event: 'request_refused', code: 'AccessDenied', role: 'anon' }),
    {
      event: 'request_refused',
      code: 'storage_limit_reached',
      bucket: 'files',
      name: 'large',
      bytes: 1001,
      role: 'service_role',
    },
    expect.objectContaining({ event: 'request_refused', bucket: 'files', name: 'b' }),
  ])
  expect(JSON.stringify(app.logged)).not.toContain('secret')
})
