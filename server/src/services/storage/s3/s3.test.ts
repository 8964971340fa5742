import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketLocationCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListMultipartUploadsCommand,
  ListObjectVersionsCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
  type ChecksumAlgorithm,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { NewS3AccessKey } from '@stoa/contract/services/storage/s3-access-keys'
import { sql } from '../../../postgres/sql.ts'
import { createTestProject, type TestProject } from '../../../../test/project.ts'
import { createStorageApp, type StorageApp } from '../../../../test/storage/app.ts'

const MIB = 1024 * 1024
const ANNA = '0d1c7a3e-0000-4000-8000-000000000001'

let project: TestProject
let app: StorageApp
let s3: S3Client

beforeAll(async () => {
  project = await createTestProject()
  app = await createStorageApp(project)
  const { id, secret } = await createKey('tests')
  s3 = clientOf({ accessKeyId: id, secretAccessKey: secret })
  await s3.send(new CreateBucketCommand({ Bucket: 'files' }))
})
afterAll(async () => {
  s3.destroy()
  await app.close()
  await project.stop()
})

const createKey = async (description: string) =>
  NewS3AccessKey.parse(await app.member('POST', '/s3-access-keys', { description }))

const clientOf = (credentials: {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}) =>
  new S3Client({
    endpoint: `${app.url}/s3`,
    region: 'eu-central-1',
    forcePathStyle: true,
    credentials,
    maxAttempts: 1,
  })

const put = (Key: string, Body: string | Buffer | Readable, more = {}) =>
  s3.send(new PutObjectCommand({ Bucket: 'files', Key, Body, ...more }))
const get = async (Key: string, more = {}) => {
  const { Body, ...head } = await s3.send(new GetObjectCommand({ Bucket: 'files', Key, ...more }))
  return { ...head, text: await Body?.transformToString() }
}
const failure = (code: string, status?: number) =>
  expect.objectContaining({
    name: code,
    ...(status !== undefined && { $metadata: expect.objectContaining({ httpStatusCode: status }) }),
  })

describe('buckets over S3', () => {
  it('are created, listed, found and deleted', async () => {
    await s3.send(new CreateBucketCommand({ Bucket: 'short-lived' }))
    const { Buckets = [] } = await s3.send(new ListBucketsCommand({}))
    expect(Buckets.map(({ Name }) => Name)).toEqual(['files', 'short-lived'])
    await s3.send(new HeadBucketCommand({ Bucket: 'short-lived' }))
    await s3.send(new GetBucketLocationCommand({ Bucket: 'short-lived' }))
    expect(await s3.send(new GetBucketVersioningCommand({ Bucket: 'files' }))).toMatchObject({
      Status: 'Suspended',
    })
    await s3.send(new DeleteBucketCommand({ Bucket: 'short-lived' }))
    await expect(s3.send(new HeadBucketCommand({ Bucket: 'short-lived' }))).rejects.toMatchObject({
      $metadata: { httpStatusCode: 404 },
    })
  })

  it('are refused with the codes of S3', async () => {
    await put('here.txt', 'content')
    await expect(s3.send(new DeleteBucketCommand({ Bucket: 'files' }))).rejects.toThrow(
      failure('BucketNotEmpty', 409),
    )
    await expect(s3.send(new CreateBucketCommand({ Bucket: 'files' }))).rejects.toThrow(
      failure('BucketAlreadyExists', 409),
    )
    await expect(s3.send(new ListObjectsV2Command({ Bucket: 'nowhere' }))).rejects.toThrow(
      failure('NoSuchBucket', 404),
    )
  })
})

describe('objects over S3', () => {
  it.each([
    'plain.txt',
    "a b/é+ü (1)'.txt",
    'percent%20/100%.txt',
    'a//b',
    'hash#?&=.txt',
    '日本/語.txt',
  ])('are stored and read under the name %s', async (name) => {
    await put(name, `content of ${name}`)
    expect((await get(name)).text).toBe(`content of ${name}`)
  })

  it('keep their type, metadata and headers', async () => {
    await put('described.json', '{}', {
      ContentType: 'application/json',
      CacheControl: 'max-age=60',
      Metadata: { author: 'anna', project: 'stoa' },
    })
    expect(await get('described.json')).toMatchObject({
      text: '{}',
      ContentType: 'application/json',
      CacheControl: 'max-age=60',
      Metadata: { author: 'anna', project: 'stoa' },
      ContentLength: 2,
      ETag: '"99914b932bd37a50b983c5e7c90ae93b"',
    })
  })

  it('are read in parts and under conditions', async () => {
    await put('digits.txt', '0123456789')
    expect(await get('digits.txt', { Range: 'bytes=2-4' })).toMatchObject({
      text: '234',
      ContentRange: 'bytes 2-4/10',
    })
    const { ETag } = await s3.send(new HeadObjectCommand({ Bucket: 'files', Key: 'digits.txt' }))
    await expect(get('digits.txt', { IfNoneMatch: ETag })).rejects.toMatchObject({
      $metadata: { httpStatusCode: 304 },
    })
    await expect(get('digits.txt', { Range: 'bytes=20-30' })).rejects.toThrow(
      failure('InvalidRange', 416),
    )
  })

  it('can be required to be new', async () => {
    await put('once.txt', 'first', { IfNoneMatch: '*' })
    await expect(put('once.txt', 'second', { IfNoneMatch: '*' })).rejects.toThrow(
      failure('PreconditionFailed', 412),
    )
    expect((await get('once.txt')).text).toBe('first')
  })

  it('are deleted by their one version, and never by another', async () => {
    const deletion = (...Objects: { Key: string; VersionId: string }[]) =>
      s3.send(new DeleteObjectsCommand({ Bucket: 'files', Delete: { Objects } }))
    for (const Key of ['purged/1', 'purged/2', 'purged/3']) await put(Key, 'text')
    await s3.send(new DeleteObjectCommand({ Bucket: 'files', Key: 'purged/1', VersionId: 'null' }))
    const { Deleted } = await deletion({ Key: 'purged/2', VersionId: 'null' })
    expect(Deleted).toMatchObject([{ Key: 'purged/2' }])
    const other = { Key: 'purged/3', VersionId: 'abc' }
    for (const refused of [
      () => deletion(other),
      () => s3.send(new DeleteObjectCommand({ Bucket: 'files', ...other })),
      () => get('purged/3', { VersionId: 'abc' }),
    ])
      await expect(refused()).rejects.toThrow(failure('NotImplemented', 501))
    const left = await s3.send(
      new ListObjectVersionsCommand({ Bucket: 'files', Prefix: 'purged/', Delimiter: '/' }),
    )
    expect(left.Versions?.map(({ Key }) => Key)).toEqual(['purged/3'])
  })

  it('are never written with tags that would be dropped', async () => {
    await expect(put('tagged.txt', 'text', { Tagging: 'team=blue' })).rejects.toThrow(
      failure('NotImplemented', 501),
    )
    const upload = { Bucket: 'files', Key: 'tagged.txt', Tagging: 'team=blue' }
    await expect(s3.send(new CreateMultipartUploadCommand(upload))).rejects.toThrow(
      failure('NotImplemented', 501),
    )
    const signed = await getSignedUrl(s3, new PutObjectCommand(upload))
    expect((await fetch(signed, { method: 'PUT', body: 'text' })).status).toBe(501)
    await expect(get('tagged.txt')).rejects.toThrow(failure('NoSuchKey', 404))
    await put('tagged.txt', 'text', { Tagging: '' })
  })

  it('are never written under a condition that would be ignored', async () => {
    await put('conditional.txt', 'first')
    const other = '"0123456789abcdef0123456789abcdef"'
    for (const condition of [{ IfMatch: other }, { IfNoneMatch: other }])
      await expect(put('conditional.txt', 'second', condition)).rejects.toThrow(
        failure('NotImplemented', 501),
      )
    const copy = (condition: object) =>
      s3.send(
        new CopyObjectCommand({
          Bucket: 'files',
          Key: 'copied.txt',
          CopySource: 'files/conditional.txt',
          ...condition,
        }),
      )
    const { ETag } = await get('conditional.txt')
    for (const condition of [
      { CopySourceIfMatch: other },
      { CopySourceIfNoneMatch: ETag },
      { CopySourceIfModifiedSince: new Date(Date.now() + 3_600_000) },
      { CopySourceIfUnmodifiedSince: new Date(0) },
    ])
      await expect(copy(condition)).rejects.toThrow(failure('PreconditionFailed', 412))
    await copy({ CopySourceIfMatch: ETag })
    expect((await get('copied.txt')).text).toBe('first')
  })

  it.each<ChecksumAlgorithm>(['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'])(
    'are checked against %s of the client, sent before or behind the content',
    async (ChecksumAlgorithm) => {
      await put('checked.bin', randomBytes(1000), { ChecksumAlgorithm })
      const content = randomBytes(300_000)
      await put('checked.bin', Readable.from([content.subarray(0, 99), content.subarray(99)]), {
        ChecksumAlgorithm,
        ContentLength: content.length,
      })
      const { Body } = await s3.send(new GetObjectCommand({ Bucket: 'files', Key: 'checked.bin' }))
      expect(Buffer.from((await Body?.transformToByteArray()) ?? []).equals(content)).toBe(true)
    },
  )

  it('are refused if the content differs from its checksum', async () => {
    await put('damaged.txt', 'before')
    await expect(
      put('damaged.txt', 'content', { ChecksumSHA256: Buffer.alloc(32).toString('base64') }),
    ).rejects.toThrow(failure('BadDigest', 400))
    await expect(
      put('damaged.txt', 'content', { ContentMD5: Buffer.alloc(16).toString('base64') }),
    ).rejects.toThrow(failure('BadDigest', 400))
    expect((await get('damaged.txt')).text).toBe('before')
  })

  it('have no tags', async () => {
    await put('untagged.txt', 'x')
    const tags = new GetObjectTaggingCommand({ Bucket: 'files', Key: 'untagged.txt' })
    expect((await s3.send(tags)).TagSet).toEqual([])
  })

  it('keep names in different normal forms of Unicode apart', async () => {
    const keys = ['forms/caf\u00e9', 'forms/cafe\u0301']
    for (const key of keys) await put(key, key)
    for (const key of keys) expect((await get(key)).text).toBe(key)
    const list = { Bucket: 'files', Prefix: 'forms/' }
    const v1 = await s3.send(new ListObjectsCommand(list))
    const v2 = await s3.send(new ListObjectsV2Command(list))
    for (const { Contents } of [v1, v2])
      expect(Contents?.map(({ Key }) => Key).sort()).toEqual(keys.toSorted())
    await s3.send(new DeleteObjectCommand({ Bucket: 'files', Key: keys[0] }))
    expect((await get(keys[1] ?? '')).text).toBe(keys[1])
  })

  it('are copied with their metadata or with new metadata', async () => {
    await put('original é.txt', 'text', { ContentType: 'text/plain', Metadata: { a: '1' } })
    const copy = (Key: string, more = {}) =>
      s3.send(
        new CopyObjectCommand({
          Bucket: 'files',
          Key,
          CopySource: `/files/${encodeURIComponent('original é.txt')}`,
          ...more,
        }),
      )
    expect((await copy('copy.txt')).CopyObjectResult?.ETag).toBe(
      '"1cb251ec0d568de6a929b520c4aed8d1"',
    )
    expect(await get('copy.txt')).toMatchObject({ text: 'text', Metadata: { a: '1' } })
    await copy('renamed.md', {
      MetadataDirective: 'REPLACE',
      ContentType: 'text/markdown',
      Metadata: { b: '2' },
    })
    expect(await get('renamed.md')).toMatchObject({
      ContentType: 'text/markdown',
      Metadata: { b: '2' },
    })
  })

  it('are deleted one by one and together, whether they exist or not', async () => {
    for (const name of ['gone/1&2.txt', 'gone/<3>.txt', 'gone/4.txt']) await put(name, 'x')
    await s3.send(new DeleteObjectCommand({ Bucket: 'files', Key: 'gone/4.txt' }))
    await s3.send(new DeleteObjectCommand({ Bucket: 'files', Key: 'gone/never.txt' }))
    const { Deleted = [] } = await s3.send(
      new DeleteObjectsCommand({
        Bucket: 'files',
        Delete: { Objects: [{ Key: 'gone/1&2.txt' }, { Key: 'gone/<3>.txt' }, { Key: 'x' }] },
      }),
    )
    expect(Deleted.map(({ Key }) => Key)).toEqual(['gone/1&2.txt', 'gone/<3>.txt', 'x'])
    const listed = await s3.send(new ListObjectsV2Command({ Bucket: 'files', Prefix: 'gone/' }))
    expect(listed.KeyCount).toBe(0)
    await expect(get('gone/4.txt')).rejects.toThrow(failure('NoSuchKey', 404))
  })
})

describe('listings over S3', () => {
  const names = ['a/1.txt', 'a/2.txt', 'a/b/3.txt', 'b.txt', 'c/4.txt', 'd & <e>.txt']

  beforeAll(async () => {
    await s3.send(new CreateBucketCommand({ Bucket: 'listed' }))
    for (const Key of names)
      await s3.send(new PutObjectCommand({ Bucket: 'listed', Key, Body: Key }))
  })

  it.each([1, 2, 1000])('have every object in pages of %i, in both versions', async (MaxKeys) => {
    const found: (string | undefined)[] = []
    let token: string | undefined
    do {
      const page = await s3.send(
        new ListObjectsV2Command({ Bucket: 'listed', MaxKeys, ContinuationToken: token }),
      )
      found.push(...(page.Contents ?? []).map(({ Key }) => Key))
      token = page.NextContinuationToken
    } while (token !== undefined)
    expect(found).toEqual(names)

    const older: (string | undefined)[] = []
    let marker: string | undefined
    do {
      const page = await s3.send(
        new ListObjectsCommand({ Bucket: 'listed', MaxKeys, Marker: marker }),
      )
      older.push(...(page.Contents ?? []).map(({ Key }) => Key))
      marker = page.NextMarker
    } while (marker !== undefined)
    expect(older).toEqual(names)
  })

  it.each([1, 2, 1000])('group folders in pages of %i', async (MaxKeys) => {
    const found: (string | undefined)[] = []
    let token: string | undefined
    do {
      const page = await s3.send(
        new ListObjectsV2Command({
          Bucket: 'listed',
          Delimiter: '/',
          MaxKeys,
          ContinuationToken: token,
        }),
      )
      found.push(
        ...(page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix),
        ...(page.Contents ?? []).map(({ Key }) => Key),
      )
      token = page.NextContinuationToken
    } while (token !== undefined)
    expect(new Set(found)).toEqual(new Set(['a/', 'b.txt', 'c/', 'd & <e>.txt']))
    expect(found).toHaveLength(4)
  })

  it.each([1, 2, 1000])('have the one version of every object in pages of %i', async (MaxKeys) => {
    const found: object[] = []
    let markers = {}
    for (;;) {
      const page = await s3.send(
        new ListObjectVersionsCommand({ Bucket: 'listed', MaxKeys, ...markers }),
      )
      found.push(...(page.Versions ?? []))
      markers = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker }
      if (page.IsTruncated !== true) break
    }
    expect(found).toMatchObject(
      names.map((Key) => ({
        Key,
        VersionId: 'null',
        IsLatest: true,
        Size: Buffer.byteLength(Key),
      })),
    )
  })

  it('begin after a name, and within a prefix', async () => {
    const after = await s3.send(new ListObjectsV2Command({ Bucket: 'listed', StartAfter: 'b.txt' }))
    expect(after.Contents?.map(({ Key }) => Key)).toEqual(['c/4.txt', 'd & <e>.txt'])
    const within = await s3.send(
      new ListObjectsV2Command({ Bucket: 'listed', Prefix: 'a/', Delimiter: '/' }),
    )
    expect(within.Contents?.map(({ Key }) => Key)).toEqual(['a/1.txt', 'a/2.txt'])
    expect(within.CommonPrefixes?.map(({ Prefix }) => Prefix)).toEqual(['a/b/'])
  })
})

describe('multipart uploads over S3', () => {
  const start = async (Key: string, more = {}) => {
    const { UploadId } = await s3.send(
      new CreateMultipartUploadCommand({ Bucket: 'files', Key, ...more }),
    )
    return { Bucket: 'files', Key, UploadId }
  }
  const part = async (
    upload: Awaited<ReturnType<typeof start>>,
    PartNumber: number,
    Body: Buffer,
  ) => {
    const { ETag } = await s3.send(new UploadPartCommand({ ...upload, PartNumber, Body }))
    return { PartNumber, ETag }
  }

  it('join their parts into one object', async () => {
    const content = randomBytes(11 * MIB)
    await put('source.bin', content)
    const upload = await start('large.bin', { ContentType: 'image/png', Metadata: { a: '1' } })
    await part(upload, 1, randomBytes(10))
    const parts = [await part(upload, 1, content.subarray(0, 5 * MIB))]
    const copied = await s3.send(
      new UploadPartCopyCommand({
        ...upload,
        PartNumber: 2,
        CopySource: 'files/source.bin',
        CopySourceRange: `bytes=${5 * MIB}-${10 * MIB - 1}`,
      }),
    )
    parts.push({ PartNumber: 2, ETag: copied.CopyPartResult?.ETag })
    parts.push(await part(upload, 3, content.subarray(10 * MIB)))
    const listed = await s3.send(new ListPartsCommand({ ...upload, MaxParts: 2 }))
    expect(listed.Parts?.map(({ Size }) => Size)).toEqual([5 * MIB, 5 * MIB])
    expect(listed.IsTruncated).toBe(true)
    const { ETag } = await s3.send(
      new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } }),
    )
    expect(ETag).toMatch(/^"[0-9a-f]{32}-3"$/)
    const { Body, ...head } = await s3.send(
      new GetObjectCommand({ Bucket: 'files', Key: 'large.bin' }),
    )
    expect(head).toMatchObject({ ETag, ContentType: 'image/png', Metadata: { a: '1' } })
    expect(Buffer.from((await Body?.transformToByteArray()) ?? []).equals(content)).toBe(true)
    const { Uploads } = await s3.send(new ListMultipartUploadsCommand({ Bucket: 'files' }))
    expect(Uploads).toBeUndefined()
  })

  it.each(['&#34;', '&quot;', '"', ''])('accept ETags with the quotes %s', async (quote) => {
    const upload = await start('quoted.bin')
    const { ETag = '' } = await part(upload, 1, randomBytes(10))
    const Parts = [{ PartNumber: 1, ETag: 'chosen-below' }]
    const command = new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } })
    command.middlewareStack.add(
      (next) => (args) => {
        const request = args.request as { body: string }
        const etag = `${quote}${ETag.replaceAll('"', '')}${quote}`
        request.body = request.body.replace('chosen-below', etag)
        return next(args)
      },
      { step: 'build', priority: 'high' },
    )
    expect((await s3.send(command)).ETag).toMatch(/^"[0-9a-f]{32}-1"$/)
  })

  it('complete only if no object exists, if that is requested', async () => {
    await put('taken.bin', 'first')
    const upload = await start('taken.bin')
    const Parts = [await part(upload, 1, randomBytes(10))]
    const completion = { ...upload, MultipartUpload: { Parts }, IfNoneMatch: '*' }
    await expect(s3.send(new CompleteMultipartUploadCommand(completion))).rejects.toThrow(
      failure('PreconditionFailed', 412),
    )
    expect((await get('taken.bin')).text).toBe('first')
    await s3.send(new AbortMultipartUploadCommand(upload))
  })

  it('are listed page by page, several of one key too', async () => {
    const begun = [await start('listed/a'), await start('listed/a'), await start('listed/b')]
    const found: (string | undefined)[] = []
    let markers = {}
    for (;;) {
      const page = await s3.send(
        new ListMultipartUploadsCommand({
          Bucket: 'files',
          Prefix: 'listed/',
          MaxUploads: 1,
          ...markers,
        }),
      )
      found.push(...(page.Uploads ?? []).map(({ UploadId }) => UploadId))
      markers = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
      if (page.IsTruncated !== true) break
    }
    expect(found).toHaveLength(begun.length)
    expect(new Set(found)).toEqual(new Set(begun.map(({ UploadId }) => UploadId)))
    for (const upload of begun) await s3.send(new AbortMultipartUploadCommand(upload))
  })

  it('leave nothing when they are aborted', async () => {
    const upload = await start('aborted.bin')
    await part(upload, 1, randomBytes(1000))
    const { Uploads } = await s3.send(new ListMultipartUploadsCommand({ Bucket: 'files' }))
    expect(Uploads?.map(({ Key }) => Key)).toEqual(['aborted.bin'])
    await s3.send(new AbortMultipartUploadCommand(upload))
    await app.settled()
    const rows = await project.project.database
      .as('supabase_storage_admin')
      .many(sql`select version from storage.removed_versions`, z.unknown())
    expect(rows).toEqual([])
    await expect(part(upload, 1, randomBytes(10))).rejects.toThrow(failure('NoSuchUpload', 404))
  })

  it('are refused with parts that are missing, small or out of order', async () => {
    const upload = await start('refused.bin')
    const [first, second] = [
      await part(upload, 1, randomBytes(10)),
      await part(upload, 2, randomBytes(10)),
    ]
    const complete = (Parts: { PartNumber: number; ETag: string | undefined }[]) =>
      s3.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }))
    await expect(complete([first, second])).rejects.toThrow(failure('EntityTooSmall'))
    await expect(complete([second, first])).rejects.toThrow(failure('EntityTooSmall'))
    await expect(complete([first, { PartNumber: 3, ETag: '"x"' }])).rejects.toThrow(
      failure('EntityTooSmall'),
    )
    await expect(complete([{ ...first, ETag: second.ETag }])).rejects.toThrow(
      failure('InvalidPart'),
    )
  })
})

describe('an abandoned multipart upload over S3', () => {
  it('is removed after seven days', async () => {
    const upload = await s3.send(
      new CreateMultipartUploadCommand({ Bucket: 'files', Key: 'abandoned' }),
    )
    const place = { Bucket: 'files', Key: 'abandoned', UploadId: upload.UploadId }
    await s3.send(new UploadPartCommand({ ...place, PartNumber: 1, Body: 'never completed' }))
    await app.runJob('sweep')
    expect((await s3.send(new ListPartsCommand(place))).Parts).toHaveLength(1)
    app.pass(8 * 24 * 3600)
    await app.runJob('sweep')
    app.pass(-8 * 24 * 3600)
    await expect(s3.send(new ListPartsCommand(place))).rejects.toThrow(failure('NoSuchUpload', 404))
  })
})

describe('access over S3', () => {
  it('works with presigned URLs, until they expire', async () => {
    const url = await getSignedUrl(
      s3,
      new PutObjectCommand({ Bucket: 'files', Key: 'presigned.txt' }),
      { expiresIn: 60 },
    )
    expect((await fetch(url, { method: 'PUT', body: 'hello' })).status).toBe(200)
    const read = await getSignedUrl(
      s3,
      new GetObjectCommand({
        Bucket: 'files',
        Key: 'presigned.txt',
        ResponseContentDisposition: 'attachment; filename="a.txt"',
      }),
      { expiresIn: 60 },
    )
    const response = await fetch(read)
    expect(await response.text()).toBe('hello')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="a.txt"')
    expect((await fetch(read.replace('presigned.txt', 'described.json'))).status).toBe(403)
    app.pass(120)
    const late = await fetch(read)
    expect(late.status).toBe(403)
    expect(await late.text()).toContain('<Code>AccessDenied</Code>')
    app.pass(-120)
  })

  it('is refused without a signature, with a wrong secret and with a revoked key', async () => {
    const response = await fetch(`${app.url}/s3/files/plain.txt`)
    expect(response.status).toBe(403)
    const { id, secret } = await createKey('short-lived')
    const wrong = clientOf({ accessKeyId: id, secretAccessKey: 'wrong' })
    await expect(wrong.send(new ListBucketsCommand({}))).rejects.toThrow(
      failure('SignatureDoesNotMatch', 403),
    )
    const client = clientOf({ accessKeyId: id, secretAccessKey: secret })
    await client.send(new ListBucketsCommand({}))
    await app.member('DELETE', `/s3-access-keys/${id}`)
    expect(app.audited.filter(({ target }) => target === id)).toEqual([
      { action: 's3_access_key.create', target: id },
      { action: 's3_access_key.delete', target: id },
    ])
    await expect(client.send(new ListBucketsCommand({}))).rejects.toThrow(
      failure('InvalidAccessKeyId', 403),
    )
  })

  it('is refused while the project has turned the protocol off', async () => {
    project.changeSettings({ storage: { s3_protocol_enabled: false } })
    const listing = s3.send(new ListBucketsCommand({}))
    await expect(listing).rejects.toThrow(failure('FeatureNotEnabled', 403))
    project.changeSettings({})
    await s3.send(new ListBucketsCommand({}))
  })

  it('follows the policies for a user with a session token', async () => {
    await project.run(`
      create policy "own folder" on storage.objects for all to authenticated
        using ((storage.foldername(name))[1] = auth.uid()::text)
        with check ((storage.foldername(name))[1] = auth.uid()::text);
      create policy "see buckets" on storage.buckets for select to authenticated using (true)`)
    const { keys, ref } = project.project
    const user = clientOf({
      accessKeyId: ref,
      secretAccessKey: keys.anonKey,
      sessionToken: keys.sign({ role: 'authenticated', sub: ANNA, exp: 4_000_000_000 }),
    })
    const own = { Bucket: 'files', Key: `${ANNA}/note.txt` }
    await user.send(new PutObjectCommand({ ...own, Body: 'mine' }))
    await expect(
      user.send(new PutObjectCommand({ Bucket: 'files', Key: 'not-mine.txt', Body: 'x' })),
    ).rejects.toThrow(failure('AccessDenied', 403))
    const { Contents = [] } = await user.send(new ListObjectsV2Command({ Bucket: 'files' }))
    expect(Contents.map(({ Key }) => Key)).toEqual([own.Key])
    await expect(
      user.send(new CreateMultipartUploadCommand({ Bucket: 'files', Key: 'not-mine.txt' })),
    ).rejects.toThrow(failure('AccessDenied', 403))
    await expect(
      user.send(new GetObjectCommand({ Bucket: 'files', Key: 'plain.txt' })),
    ).rejects.toThrow(failure('NoSuchKey', 404))
    await put('shared.txt', 'everyone reads it')
    await project.run(`
      create policy "shared" on storage.objects for select to authenticated
        using (name = 'shared.txt')`)
    const shared = { Bucket: 'files', Key: 'shared.txt' }
    await expect(user.send(new DeleteObjectCommand(shared))).rejects.toThrow(
      failure('AccessDenied', 403),
    )
    const Objects = [{ Key: own.Key }, { Key: 'shared.txt' }, { Key: 'plain.txt' }]
    const deletion = await user.send(
      new DeleteObjectsCommand({ Bucket: 'files', Delete: { Objects } }),
    )
    // Objects that the caller can't see do not exist for them.
    expect(deletion.Deleted?.map(({ Key }) => Key)).toEqual([own.Key, 'plain.txt'])
    expect(deletion.Errors).toMatchObject([{ Key: 'shared.txt', Code: 'AccessDenied' }])
    expect((await get('shared.txt')).text).toBe('everyone reads it')
    expect((await get('plain.txt')).text).toContain('plain.txt')
  })
})
