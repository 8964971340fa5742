import { listPage, type Page } from '../objects/list.ts'
import { getBucket } from '../buckets/buckets.ts'
import { s3Error } from './errors.ts'
import { countOf, ONLY_VERSION, sendXml, type S3Request } from './request.ts'

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
  return sendXml(reply, 'ListBucketResult', {
    Name: bucket,
    Marker: encoded(s3, marker ?? ''),
    ...contentsOf(s3, listing),
    NextMarker: encoded(s3, lastNameOf(listing)),
  })
}

/**
 * ListObjectVersions: the one version of each object. Clients that empty a bucket list all versions
 * of its objects, whether it keeps several or not.
 */
export async function listObjectVersions(s3: S3Request) {
  const { query, reply, bucket } = s3
  const marker = query.get('key-marker')
  const listing = await list(s3, { after: marker })
  const { Contents: objects, ...contents } = contentsOf(s3, listing)
  const next = lastNameOf(listing)
  return sendXml(reply, 'ListVersionsResult', {
    Name: bucket,
    KeyMarker: encoded(s3, marker ?? ''),
    VersionIdMarker: query.get('version-id-marker') ?? '',
    NextKeyMarker: encoded(s3, next),
    NextVersionIdMarker: next === undefined ? undefined : ONLY_VERSION,
    ...contents,
    Version: objects.map((object) => ({ ...object, VersionId: ONLY_VERSION, IsLatest: true })),
  })
}

/** The name after which the next page begins; undefined if there is none. */
function lastNameOf({ page }: Listing): string | undefined {
  if (!page.hasNext) return undefined
  return [page.objects.at(-1)?.name, page.folders.at(-1)?.name]
    .filter((name) => name !== undefined)
    .toSorted(byBytes)
    .at(-1)
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

/** The common part of all listings. */
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
