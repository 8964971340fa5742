import { Readable } from 'node:stream'
import {
  createS3Connection,
  isMissing,
  objectsBelow,
  type S3Bucket,
  type S3Connection,
} from '../../lib/s3-connection.ts'
import {
  isStoreRefusal,
  storeDenied,
  storeFull,
  storeUnavailable,
  storeUnreliable,
} from '../errors.ts'
import { ObjectMissing, requireKey, type Content, type ObjectStore } from './object-store.ts'

/** S3 allows 10,000 parts, so this is enough for 300 GB. */
const PART_BYTES = 32 * 1024 * 1024
const PARTS_AT_ONCE = 2

/**
 * Objects of a bucket, below a prefix that is empty or ends in a slash. Each one is looked at once it
 * is stored, because the file that it replaces is deleted then.
 */
export function createS3Store({
  bucket,
  prefix,
}: {
  readonly bucket: S3Bucket
  readonly prefix: string
}): ObjectStore {
  const connection = createS3Connection(bucket)
  const place: Bucket = { connection, prefix }
  return {
    put: (key, content) => explained(() => put(place, key, content)),
    async get(key) {
      const body = await explained(() => get(place, key))
      return read(body)
    },
    has: (key) => explained(() => has(place, key)),
    list: (below) => list(place, below),
    remove: (key) =>
      explained(async () => {
        const { client, aws, target } = await at(place, key)
        await client.send(new aws.DeleteObjectCommand(target))
      }),
  }
}

type Bucket = { readonly connection: S3Connection; readonly prefix: string }

/** The arguments of a request for one object. */
async function at({ connection, prefix }: Bucket, key: string) {
  const { client, bucket, aws, lib } = await connection()
  return { client, aws, lib, target: { Bucket: bucket, Key: `${prefix}${requireKey(key)}` } }
}

async function put(place: Bucket, key: string, content: Content): Promise<number> {
  const { client, aws, lib, target } = await at(place, key)
  let bytes = 0
  let failure: { readonly error: unknown } | undefined
  const counted = async function* () {
    try {
      for await (const part of content) {
        bytes += part.length
        yield part
      }
    } catch (error) {
      failure = { error }
      throw error
    }
  }
  const upload = new lib.Upload({
    client,
    params: { ...target, Body: Readable.from(counted()) },
    partSize: PART_BYTES,
    queueSize: PARTS_AT_ONCE,
  })
  try {
    await upload.done()
  } catch (error) {
    // The client wraps errors of the content that it could not send.
    throw failure ? failure.error : error
  }
  const { ContentLength } = await client.send(new aws.HeadObjectCommand(target)).catch((error) => {
    throw isMissing(error) ? storeUnreliable() : error
  })
  if (ContentLength !== bytes) throw storeUnreliable()
  return bytes
}

async function get(place: Bucket, key: string): Promise<Readable> {
  const { client, aws, target } = await at(place, key)
  try {
    const { Body } = await client.send(new aws.GetObjectCommand(target))
    if (Body instanceof Readable) return Body
  } catch (error) {
    throw isMissing(error) ? new ObjectMissing(key) : error
  }
  throw storeUnavailable(new TypeError('The store sent no body'))
}

async function has(place: Bucket, key: string): Promise<boolean> {
  const { client, aws, target } = await at(place, key)
  try {
    await client.send(new aws.HeadObjectCommand(target))
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

async function* read(body: Readable): Content {
  const parts = body.iterator()
  for (;;) {
    const { done, value } = await explained(() => parts.next())
    if (done) return
    yield Buffer.from(value)
  }
}

async function* list(
  { connection, prefix }: Bucket,
  below: string,
): ReturnType<ObjectStore['list']> {
  const objects = objectsBelow(connection, `${prefix}${below}`)
  for (;;) {
    const { done, value } = await explained(() => objects.next())
    if (done) return
    const { Key, Size } = value
    if (Key !== undefined) yield { key: Key.slice(prefix.length), bytes: Size ?? 0 }
  }
}

/** Gives the errors of the store a name; those of the content that is stored stay as they are. */
async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error) || error instanceof ObjectMissing || isStoreRefusal(error))
      throw error
    const status = statusOf(error)
    if (status === 401 || status === 403) throw storeDenied(error)
    if (status === 507 || error.name === 'QuotaExceeded') throw storeFull(error)
    throw isOfServer(error) ? storeUnavailable(error) : error
  }
}

function statusOf(error: Error): number | undefined {
  if (!('$metadata' in error)) return undefined
  const metadata = error.$metadata
  return typeof metadata === 'object' &&
    metadata !== null &&
    'httpStatusCode' in metadata &&
    typeof metadata.httpStatusCode === 'number'
    ? metadata.httpStatusCode
    : undefined
}

/** Errors of the client have `$metadata`; those of the network have a system call or a host. */
const isOfServer = (error: Error): boolean =>
  ['$metadata', 'syscall', 'hostname'].some((key) => key in error) ||
  ['TimeoutError', 'AbortError'].includes(error.name) ||
  ('code' in error &&
    ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(String(error.code)))
