import { listPage, type Page } from '../objects/list.ts'
import { getBucket } from '../buckets/buckets.ts'
import { s3Error } from './errors.ts'
import { countOf, sendXml, type S3Request } from './request.ts'

/** ListObjectsV2: pages by an opaque token. */
export async function listObjectsV2(s3: S3Request) {
  const { query, reply, bucket } = s3
  const token = query.get('continuation-token')
  const startAfter = query.get('start-after')
  const listing = await list(s3, { cursor: token, after: startAfter })
  return sendXml(reply, 'ListBucketResult', {
    Name: bucket,
    ...contentsOf(s3, listing),
    KeyCount: listing.page.objects.length + listing.page.folders.length,
    ContinuationToken: token,
    NextContinuationToken: listing.page.nextCursor,
    StartAfter: encoded(s3, startAfter),
  })
}

/** ListObjects: pages by the last name of the previous page. */
export async function listObjectsV1(s3: S3Request) {
  const { query, reply, bucket } = s3
  const marker = query.get('marker')
  const listing = await list(s3, { after: marker })
  const { page } = listing
  const last = [page.objects.at(-1)?.name, page.folders.at(-1)?.name]
    .filter((name) => name !== undefined)
    .toSorted(byBytes)
    .at(-1)
  return sendXml(reply, 'ListBucketResult', {
    Name: bucket,
    Marker: encoded(s3, marker ?? ''),
    ...contentsOf(s3, listing),
    NextMarker: page.hasNext ? encoded(s3, last) : undefined,
  })
}

type Listing = { readonly page: Page; readonly limit: number }

async function list(
  { context, query, bucket }: S3Request,
  { cursor, after }: { readonly cursor?: string | undefined; readonly after?: string | undefined },
): Promise<Listing> {
  const delimiter = query.get('delimiter') ?? ''
  if (delimiter !== '' && delimiter !== '/')
    throw s3Error('NotImplemented', 'The only supported delimiter is "/".')
  const used = context('s3.object.list')
  await getBucket(used, bucket)
  const limit = countOf(query, 'max-keys')
  if (limit === 0) return { page: { hasNext: false, folders: [], objects: [] }, limit }
  const page = await listPage(used, bucket, {
    prefix: query.get('prefix') ?? '',
    limit,
    with_delimiter: delimiter === '/',
    sortBy: { column: 'name', order: 'asc' },
    ...(cursor === undefined ? { after } : { cursor }),
  })
  return { page, limit }
}

/** The common part of both versions of the operation. */
function contentsOf(s3: S3Request, { page, limit }: Listing) {
  const { query } = s3
  return {
    Prefix: encoded(s3, query.get('prefix') ?? ''),
    Delimiter: encoded(s3, query.get('delimiter')),
    MaxKeys: limit,
    EncodingType: query.get('encoding-type'),
    IsTruncated: page.hasNext,
    Contents: page.objects.map(({ name, metadata, updated_at: updatedAt }) => ({
      Key: encoded(s3, name),
      LastModified: new Date(metadata?.lastModified ?? updatedAt ?? 0).toISOString(),
      ETag: metadata?.eTag,
      Size: metadata?.size ?? 0,
      StorageClass: 'STANDARD',
    })),
    CommonPrefixes: page.folders.map(({ name }) => ({ Prefix: encoded(s3, name) })),
  }
}

/** Names can contain characters that XML cannot, so clients can request percent-encoding. */
const encoded = ({ query }: S3Request, text: string | undefined): string | undefined =>
  text !== undefined && query.get('encoding-type') === 'url'
    ? encodeURIComponent(text).replaceAll('%2F', '/')
    : text

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
