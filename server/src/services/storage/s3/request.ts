import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StorageContext } from '../context.ts'
import { s3Error } from './errors.ts'
import type { S3Body } from './body.ts'
import { splitUrl } from './canonical-request.ts'
import { parseXml, renderXml, type XmlContent } from './xml.ts'

/** A request whose signature is checked. */
export type S3Request = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly bucket: string
  readonly key: string
  /** The first value of each query parameter. */
  readonly query: ReadonlyMap<string, string>
  context(operation: string): StorageContext
  /** Can be opened once. */
  openBody(): S3Body
}

/** The protocol's path at a project's own host, or at one that projects share. */
export const S3_PREFIX = /^(?:\/p\/[^/]+)?\/storage\/v1\/s3(?=[/?]|$)/

/** The bucket and key that a URL names below the protocol's path. A bucket without key has `''`. */
export function targetOf(url: string): {
  readonly bucket: string
  readonly key: string
  readonly query: ReadonlyMap<string, string>
} {
  try {
    const { path, query } = splitUrl(url)
    const below = path.replace(S3_PREFIX, '').replace(/^\//, '')
    const slash = below.indexOf('/')
    const [bucket, key] = slash < 0 ? [below, ''] : [below.slice(0, slash), below.slice(slash + 1)]
    return {
      bucket: decodeURIComponent(bucket),
      key: decodeURIComponent(key),
      query: new Map(query.toReversed()),
    }
  } catch {
    throw s3Error('InvalidArgument', 'The URL is not valid percent-encoding of UTF-8.')
  }
}

export const sendXml = (reply: FastifyReply, root: string, content: XmlContent): FastifyReply =>
  reply.type('application/xml').send(renderXml(root, content))

/** The version of every object, as S3 names it where a bucket keeps no others. */
export const ONLY_VERSION = 'null'

/** Refuses the name of a version that no object has. */
export function refuseVersion(version: string | undefined): void {
  if (version !== undefined && version !== ONLY_VERSION)
    throw s3Error(
      'NotImplemented',
      `Objects have no versions. Omit the version, or name "${ONLY_VERSION}".`,
    )
}

/** Enough for the 10,000 parts of an upload and for the names of 1,000 objects. */
const MAX_XML_BYTES = 4 * 1024 * 1024

/** The parsed XML body of a request. */
export async function readXml({ openBody }: S3Request): Promise<unknown> {
  const { content, length } = openBody()
  if (length > MAX_XML_BYTES) throw s3Error('MalformedXML', 'The XML of the request is too long.')
  const chunks: Buffer[] = []
  for await (const chunk of content as AsyncIterable<Buffer>) chunks.push(chunk)
  return parseXml(Buffer.concat(chunks).toString('utf8'))
}

/** A query parameter that is a number of items, at most 1,000. */
export function countOf(query: ReadonlyMap<string, string>, name: string): number {
  const text = query.get(name)
  if (text === undefined || text === '') return 1000
  if (!/^\d{1,9}$/.test(text)) throw s3Error('InvalidArgument', `${name} must be a number.`)
  return Math.min(Number(text), 1000)
}
