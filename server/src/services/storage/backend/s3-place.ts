import { constants } from 'node:fs'
import { lstat, open, readlink, stat, symlink } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { isVersion, type ContentPlace, type PublishedContent } from './content-place.ts'
import { AppError } from '../../../lib/errors.ts'
import { ContentMissing } from './object-store.ts'
import { isMissing, objectsBelow, type S3Connection } from './s3-connection.ts'

/**
 * Larger content is sent and copied in parts of this size. S3 allows 5 GB at once and 10,000 parts.
 */
const PART_BYTES = 64 * 1024 * 1024
const PARTS_AT_ONCE = 2
const LARGEST_COPY = 5 * 1024 ** 3
const COPIES_AT_ONCE = 8

/** The objects of one project in the bucket. */
type ProjectObjects = { readonly connection: S3Connection; readonly ref: string }

/**
 * Content as objects `<ref>/<version>` of the bucket. A staged copy is a symbolic link to the version
 * that it copies, so that publishing it copies inside of the bucket.
 */
export function createS3Place(connection: S3Connection, ref: string): ContentPlace {
  const objects: ProjectObjects = { connection, ref }
  return {
    publish: (version, staged) => publish(objects, version, staged).catch(explain),
    stageCopy: (from, staged) => stageCopy(objects, from, staged).catch(explain),
    read: (version, range) => read(objects, version, range).catch(explain),
    sizeOf: async (version) => (await head(objects, version).catch(explain)) ?? 0,
    remove: (version) => remove(objects, version).catch(explain),
    list: () => list(objects),
  }
}

const keyOf = ({ ref }: ProjectObjects, version: string) => `${ref}/${version}`

/** The arguments of a request for one version. */
async function at(objects: ProjectObjects, version: string) {
  const { client, bucket, aws, lib } = await objects.connection()
  return { client, aws, lib, target: { Bucket: bucket, Key: keyOf(objects, version) } }
}

/** The size of a version; undefined if it does not exist. */
async function head(objects: ProjectObjects, version: string): Promise<number | undefined> {
  const { client, aws, target } = await at(objects, version)
  try {
    return (await client.send(new aws.HeadObjectCommand(target))).ContentLength ?? 0
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function publish(objects: ProjectObjects, version: string, staged: string): Promise<void> {
  const isCopy = (await lstat(staged)).isSymbolicLink()
  if (isCopy) await copy(objects, version, await readlink(staged))
  else await upload(objects, version, staged)
}

async function upload(objects: ProjectObjects, version: string, file: string): Promise<void> {
  const { client, aws, lib, target } = await at(objects, version)
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

async function copy(objects: ProjectObjects, version: string, from: string): Promise<void> {
  const size = await head(objects, from)
  if (size === undefined) throw new ContentMissing('There is no such content')
  const { target } = await at(objects, version)
  const source = `${target.Bucket}/${keyOf(objects, from)}`
  await copyObject(objects, version, { source, size })
}

async function copyObject(
  objects: ProjectObjects,
  version: string,
  { source, size }: { readonly source: string; readonly size: number },
): Promise<void> {
  if (size > LARGEST_COPY) return copyInParts(objects, version, { source, size })
  const { client, aws, target } = await at(objects, version)
  await client.send(new aws.CopyObjectCommand({ ...target, CopySource: source }))
}

async function copyInParts(
  objects: ProjectObjects,
  version: string,
  { source, size }: { readonly source: string; readonly size: number },
): Promise<void> {
  const { client, aws, target } = await at(objects, version)
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

async function stageCopy(objects: ProjectObjects, from: string, staged: string): Promise<void> {
  if ((await head(objects, from)) === undefined)
    throw new ContentMissing('There is no such content')
  await symlink(from, staged)
}

async function read(
  objects: ProjectObjects,
  version: string,
  range: Parameters<ContentPlace['read']>[1],
): Promise<Readable> {
  const { client, aws, target } = await at(objects, version)
  // S3 has no empty ranges.
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
}

async function remove(objects: ProjectObjects, version: string): Promise<number | undefined> {
  const size = await head(objects, version)
  if (size === undefined) return undefined
  const { client, aws, target } = await at(objects, version)
  await client.send(new aws.DeleteObjectCommand(target))
  return size
}

async function* list(objects: ProjectObjects): AsyncGenerator<PublishedContent> {
  const prefix = keyOf(objects, '')
  const stored = objectsBelow(objects.connection, prefix)
  for await (const { Key = '', Size = 0, LastModified } of stored) {
    const version = Key.slice(prefix.length)
    if (isVersion(version)) yield { version, size: Size, publishedAt: LastModified ?? new Date(0) }
  }
}

/** Copies all content of a project inside of the bucket. Continues where an earlier call ended. */
export async function copyS3Content(
  connection: S3Connection,
  from: string,
  to: string,
): Promise<void> {
  const objects: ProjectObjects = { connection, ref: to }
  const { bucket } = await connection()
  const versions = list({ connection, ref: from })
  const worker = async () => {
    for (let next = await versions.next(); !next.done; next = await versions.next()) {
      const { version, size } = next.value
      if ((await head(objects, version)) !== undefined) continue
      const source = `${bucket}/${keyOf({ connection, ref: from }, version)}`
      await copyObject(objects, version, { source, size }).catch((error: unknown) => {
        // It was removed from the origin in the meantime.
        if (!isMissing(error)) throw error
      })
    }
  }
  await Promise.all(Array.from({ length: COPIES_AT_ONCE }, worker)).catch(explain)
}

/** Removes all content of a project. Can be repeated. */
export async function removeS3Content(connection: S3Connection, ref: string): Promise<void> {
  const { client, bucket, aws } = await connection()
  for await (const { Key } of objectsBelow(connection, `${ref}/`))
    await client.send(new aws.DeleteObjectCommand({ Bucket: bucket, Key }))
}

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
