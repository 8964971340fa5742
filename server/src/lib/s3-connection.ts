import type * as Aws from '@aws-sdk/client-s3'
import type * as Lib from '@aws-sdk/lib-storage'

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

/** How long the server may take to accept a connection, and to send the next bytes. */
const CONNECT_MS = 5000
const SILENCE_MS = 60_000

/** The AWS library is loaded with the first project that needs it, because it takes much memory. */
export function createS3Connection(s3: S3Bucket) {
  let loading: Promise<Connection> | undefined
  async function load() {
    const [aws, lib] = await Promise.all([
      import('@aws-sdk/client-s3'),
      import('@aws-sdk/lib-storage'),
    ])
    const client = new aws.S3Client({
      region: s3.region,
      forcePathStyle: s3.isPathStyle,
      credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
      ...(s3.endpoint && { endpoint: s3.endpoint }),
      requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: SILENCE_MS },
      // Checksums in trailers are unknown to many servers.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })
    return { client, bucket: s3.bucket, aws, lib }
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

/** The objects whose keys begin with a prefix. */
export async function* objectsBelow(connection: S3Connection, prefix: string) {
  const { client, bucket, aws } = await connection()
  const pages = aws.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })
  for await (const { Contents = [] } of pages) yield* Contents
}

export const isMissing = (error: unknown): boolean =>
  error instanceof Error && ['NoSuchKey', 'NotFound', '404'].includes(error.name)
