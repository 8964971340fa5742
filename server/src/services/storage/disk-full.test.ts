import { execFileSync } from 'node:child_process'
import { readdir, rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { NewS3AccessKey } from '@stoa/contract/services/storage/s3-access-keys'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { createStorageApp, type StorageApp } from '../../../test/storage/app.ts'

const MIB = 1024 * 1024
const SIZE = 16 * MIB

/** Only root can mount a file system, and not in every container. */
const canMount = (() => {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'])
    return process.platform === 'linux' && process.getuid?.() === 0
  } catch {
    return false
  }
})()

describe.runIf(canMount)('an upload that fills the disk', () => {
  let project: TestProject
  let app: StorageApp
  let s3: S3Client
  const filler = () => path.join(app.folder, 'filler')

  beforeAll(async () => {
    project = await createTestProject()
    // The free space is read from another disk, so that nothing is refused before the disk is full.
    app = await createStorageApp(project, { freeBytes: async () => Number.MAX_SAFE_INTEGER })
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', app.folder])
    await app.client().createBucket('files')
    await app.client().from('files').upload('before', 'kept')
    const { id, secret } = NewS3AccessKey.parse(
      await app.member('POST', '/s3-access-keys', { description: 'tests' }),
    )
    s3 = new S3Client({
      endpoint: `${app.url}/s3`,
      region: 'local',
      forcePathStyle: true,
      credentials: { accessKeyId: id, secretAccessKey: secret },
      maxAttempts: 1,
    })
  })
  afterEach(() => rm(filler(), { force: true }))
  afterAll(async () => {
    s3.destroy()
    await app.close()
    execFileSync('umount', [app.folder])
    await project.stop()
  })

  const textOf = async (name: string) =>
    (await app.client().from('files').download(name)).data?.text()

  /** Refused uploads leave nothing, and nothing else is lost. */
  async function checkFiles(): Promise<void> {
    await expect.poll(() => readdir(path.join(app.folder, 'staging'))).toEqual([])
    expect(await textOf('before')).toBe('kept')
  }

  /** Fills the disk up to this many bytes. */
  async function leave(bytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(app.folder)
    await writeFile(filler(), Buffer.alloc(Math.max(0, bavail * bsize - bytes)))
  }

  const FULL = { code: 'disk_full', message: 'The disk of this server is full.' }

  it('as a body or as a form is refused, and works once there is space', async () => {
    await leave(MIB)
    const form = new FormData()
    form.append('', new Blob([Buffer.alloc(3 * MIB)]))
    for (const body of [Buffer.alloc(3 * MIB), form]) {
      const refused = await app.fetch('/object/files/large', { method: 'POST', body })
      expect([refused.status, await refused.json()]).toMatchObject([507, FULL])
    }
    expect((await app.client().from('files').exists('large')).data).toBe(false)
    await checkFiles()
    await rm(filler())
    const { error } = await app
      .client()
      .from('files')
      .upload('large', Buffer.alloc(3 * MIB))
    expect(error).toBeNull()
    await app.client().from('files').remove(['large'])
    await app.settled()
  })

  it('does not replace the object of its name', async () => {
    await leave(MIB)
    const { error } = await app
      .client()
      .from('files')
      .upload('before', Buffer.alloc(3 * MIB), { upsert: true })
    expect(error).toMatchObject(FULL)
    await checkFiles()
  })

  it('in chunks keeps what has arrived, and continues once there is space', async () => {
    const content = Buffer.alloc(3 * MIB, 'x')
    const encode = (text: string) => Buffer.from(text).toString('base64')
    const headers = { 'tus-resumable': '1.0.0' }
    const created = await app.fetch('/upload/resumable', {
      method: 'POST',
      headers: {
        ...headers,
        'upload-length': String(content.length),
        'upload-metadata': `bucketName ${encode('files')},objectName ${encode('chunks')}`,
      },
    })
    const place = `/upload/resumable/${(created.headers.get('location') ?? '').split('/').at(-1)}`
    const offset = async () => {
      const asked = await app.fetch(place, { method: 'HEAD', headers })
      return Number(asked.headers.get('upload-offset'))
    }
    const send = async (from: number) =>
      app.fetch(place, {
        method: 'PATCH',
        headers: {
          ...headers,
          'upload-offset': String(from),
          'content-type': 'application/offset+octet-stream',
        },
        body: content.subarray(from),
      })
    await leave(MIB)
    const refused = await send(0)
    expect([refused.status, await refused.text()]).toEqual([
      507,
      expect.stringContaining('The disk of this server is full.'),
    ])
    await checkFiles()
    const arrived = await offset()
    expect(arrived).toBeLessThanOrEqual(MIB)
    await rm(filler())
    expect((await send(arrived)).status).toBe(204)
    expect(await textOf('chunks')).toBe(content.toString())
    await app.client().from('files').remove(['chunks'])
    await app.settled()
  })

  it('over S3, at once or in parts, keeps the parts that were accepted', async () => {
    const target = { Bucket: 'files', Key: 'parts' }
    const part = Buffer.alloc(5 * MIB, 'y')
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand(target))
    const upload = (PartNumber: number, Body: Buffer) =>
      s3.send(new UploadPartCommand({ ...target, UploadId, PartNumber, Body }))
    const first = await upload(1, part)
    await leave(MIB)
    const full = {
      name: 'disk_full',
      message: expect.stringContaining(FULL.message),
      $metadata: { httpStatusCode: 507 },
    }
    await expect(upload(2, part)).rejects.toMatchObject(full)
    await expect(
      s3.send(new PutObjectCommand({ Bucket: 'files', Key: 'whole', Body: part })),
    ).rejects.toMatchObject(full)
    const { Parts } = await s3.send(new ListPartsCommand({ ...target, UploadId }))
    expect(Parts).toMatchObject([{ PartNumber: 1, Size: part.length }])
    const complete = () =>
      s3.send(
        new CompleteMultipartUploadCommand({
          ...target,
          UploadId,
          MultipartUpload: { Parts: [{ PartNumber: 1, ETag: first.ETag }] },
        }),
      )
    // The parts are joined into a new file, which does not fit either.
    await expect(complete()).rejects.toMatchObject(full)
    await checkFiles()
    await rm(filler())
    await complete()
    const { Body } = await s3.send(new GetObjectCommand(target))
    const read: Buffer[] = []
    if (Body instanceof Readable) for await (const chunk of Body) read.push(chunk as Buffer)
    expect(Buffer.concat(read).equals(part)).toBe(true)
  })
})
