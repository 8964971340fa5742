import { constants } from 'node:fs'
import { lstat, open, readlink, stat, symlink } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type * as Aws from '@aws-sdk/client-s3'
import type * as Lib from '@aws-sdk/lib-storage'
import { isVersion, type ContentPlace } from './content-place.ts'
import { AppError } from '../../../lib/errors.ts'
import { ContentMissing } from './object-store.ts'

/** A bucket of another S3 server, with its credentials. */
export type S3Bucket = {
  readonly bucket: string
  /** The server's URL; undefined for Amazon's. */
  readonly endpoint: string | undefined
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Puts the bucket's name into the path instead of the host. */
  readonly isPathStyle: boolean
}

/**
 * Larger content is sent and copied in parts of this size. S3 allows 5 GB at once and 10,000 parts.
 */
const PART_BYTES = 64 * 1024 * 1024
const PARTS_AT_ONCE = 2
/** How long the server may take to accept a connection, and to send the next bytes. */
const CONNECT_MS = 5000
const SILENCE_MS = 60_000
const LARGEST_COPY = 5 * 1024 ** 3

/** The AWS library is loaded with the first project that needs it, because it takes much memory. */
export function createS3Connection(given: S3Bucket) {
  let loading: Promise<Connection> | undefined
  async function load() {
    const [aws, lib] = await Promise.all([
      import('@aws-sdk/client-s3'),
      import('@aws-sdk/lib-storage'),
    ])
    const client = new aws.S3Client({
      region: given.region,
      forcePathStyle: given.isPathStyle,
      credentials: { accessKeyId: given.accessKeyId, secretAccessKey: given.secretAccessKey },
      ...(given.endpoint && { endpoint: given.endpoint }),
      requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: SILENCE_MS },
      // Checksums in trailers are unknown to many servers.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })
    return { client, bucket: given.bucket, aws, lib }
  }
  return () => (loading ??= load())
}

type Connection = {
  readonly client: Aws.S3Client
  readonly bucket: string
  readonly aws: typeof Aws
  readonly lib: typeof Lib
}
export type S3Connection = () => Promise<Connection>

/**
 * Content as objects `<ref>/<version>` of the bucket. A staged copy is a symbolic link to the version
 * that it copies, so that publishing it copies inside of the bucket.
 */
export function createS3Place(connection: S3Connection, ref: string): ContentPlace {
  const keyOf = (version: string) => `${ref}/${version}`

  /** The arguments of a request for one version. */
  async function at(version: string) {
    const { client, bucket, aws, lib } = await connection()
    return { client, aws, lib, target: { Bucket: bucket, Key: keyOf(version) } }
  }

  async function head(version: string): Promise<number | undefined> {
    const { client, aws, target } = await at(version)
    try {
      return (await client.send(new aws.HeadObjectCommand(target))).ContentLength ?? 0
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async function upload(version: string, file: string): Promise<void> {
    const { client, aws, lib, target } = await at(version)
    const { size } = await stat(file)
    const handle = await open(file, constants.O_RDONLY)
    try {
      const body = handle.createReadStream({ autoClose: false, highWaterMark: 256 * 1024 })
      if (size <= PART_BYTES)
        await client.send(new aws.PutObjectCommand({ ...target, Body: body, ContentLength: size }))
      else
        await new lib.Upload({
          client,
          params: { ...target, Body: body },
          partSize: Math.max(PART_BYTES, Math.ceil(size / 9000)),
          queueSize: PARTS_AT_ONCE,
        }).done()
    } finally {
      await handle.close()
    }
  }

  async function copy(version: string, from: string): Promise<void> {
    const size = await head(from)
    if (size === undefined) throw new ContentMissing('There is no such content')
    const { client, aws, target } = await at(version)
    const source = `${target.Bucket}/${keyOf(from)}`
    if (size <= LARGEST_COPY) {
      await client.send(new aws.CopyObjectCommand({ ...target, CopySource: source }))
      return
    }
    const { UploadId } = await client.send(new aws.CreateMultipartUploadCommand(target))
    try {
      const Parts: { PartNumber: number; ETag: string | undefined }[] = []
      for (let start = 0; start < size; start += LARGEST_COPY) {
        const PartNumber = Parts.length + 1
        const end = Math.min(size, start + LARGEST_COPY) - 1
        const { CopyPartResult } = await client.send(
          new aws.UploadPartCopyCommand({
            ...target,
            UploadId,
            PartNumber,
            CopySource: source,
            CopySourceRange: `bytes=${start}-${end}`,
          }),
        )
        Parts.push({ PartNumber, ETag: CopyPartResult?.ETag })
      }
      await client.send(
        new aws.CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts } }),
      )
    } catch (error) {
      await client.send(new aws.AbortMultipartUploadCommand({ ...target, UploadId }))
      throw error
    }
  }

  const place: ContentPlace = {
    async publish(version, staged) {
      const isCopy = (await lstat(staged)).isSymbolicLink()
      await (isCopy ? copy(version, await readlink(staged)) : upload(version, staged))
    },
    async stageCopy(from, staged) {
      if ((await head(from)) === undefined) throw new ContentMissing('There is no such content')
      await symlink(from, staged)
    },
    async read(version, range) {
      const { client, aws, target } = await at(version)
      // An empty range cannot be asked for.
      if (range && range.end < range.start) return Readable.from([])
      try {
        const { Body } = await client.send(
          new aws.GetObjectCommand({
            ...target,
            ...(range && { Range: `bytes=${range.start}-${range.end}` }),
          }),
        )
        if (Body instanceof Readable) return Body
        throw new TypeError('The storage server sent no body')
      } catch (error) {
        if (isMissing(error)) throw new ContentMissing('There is no such content')
        throw error
      }
    },
    sizeOf: async (version) => (await head(version)) ?? 0,
    async remove(version) {
      const size = await head(version)
      if (size === undefined) return undefined
      const { client, aws, target } = await at(version)
      await client.send(new aws.DeleteObjectCommand(target))
      return size
    },
    async *list() {
      const prefix = keyOf('')
      for await (const { Key = '', Size = 0, LastModified } of objectsBelow(connection, prefix)) {
        const version = Key.slice(prefix.length)
        if (isVersion(version))
          yield { version, size: Size, publishedAt: LastModified ?? new Date(0) }
      }
    },
  }
  return {
    publish: (...content) => place.publish(...content).catch(explain),
    stageCopy: (from, staged) => place.stageCopy(from, staged).catch(explain),
    read: (version, range) => place.read(version, range).catch(explain),
    sizeOf: (version) => place.sizeOf(version).catch(explain),
    remove: (version) => place.remove(version).catch(explain),
    list: place.list,
  }
}

/** Removes all content of a project. Can be repeated. */
export async function removeS3Content(connection: S3Connection, ref: string): Promise<void> {
  const { client, bucket, aws } = await connection()
  for await (const { Key } of objectsBelow(connection, `${ref}/`))
    await client.send(new aws.DeleteObjectCommand({ Bucket: bucket, Key }))
}

async function* objectsBelow(connection: S3Connection, prefix: string) {
  const { client, bucket, aws } = await connection()
  const pages = aws.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })
  for await (const { Contents = [] } of pages) yield* Contents
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && ['NoSuchKey', 'NotFound', '404'].includes(error.name)

/** 503 `storage_backend_failed` for an error of the other server. */
function explain(error: unknown): never {
  if (error instanceof ContentMissing || !(error instanceof Error && isOfServer(error))) throw error
  throw new AppError('storage_backend_failed', 'The storage server did not respond.', {
    status: 503,
    hint: 'Try again. If this keeps happening, ask the operator of this installation to check the storage server.',
    retryAfter: 5,
    cause: error,
  })
}

/** Errors of the AWS client have `$metadata`; those of the network have a system call or a host. */
const isOfServer = (error: Error): boolean =>
  '$metadata' in error ||
  ['syscall', 'hostname'].some((key) => key in error) ||
  error.name === 'TimeoutError'
