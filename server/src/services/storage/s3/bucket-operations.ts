import { createBucket, deleteBucket, getBucket, listBuckets } from '../buckets/buckets.ts'
import { sendXml, type S3Request } from './request.ts'

export async function listAllBuckets({ context, reply, query }: S3Request) {
  const prefix = query.get('prefix') ?? ''
  const buckets = await listBuckets(context('s3.bucket.list'), {})
  return sendXml(reply, 'ListAllMyBucketsResult', {
    Buckets: {
      Bucket: buckets
        .filter(({ name }) => name.startsWith(prefix))
        .map(({ name, created_at: createdAt }) => ({
          Name: name,
          CreationDate: new Date(createdAt).toISOString(),
        })),
    },
  })
}

export async function createNamedBucket({ context, reply, bucket, request }: S3Request) {
  const isPublic = request.headers['x-amz-acl'] === 'public-read'
  await createBucket(context('s3.bucket.create'), { id: bucket, public: isPublic })
  return reply.header('location', `/${encodeURIComponent(bucket)}`).send()
}

export async function headBucket({ context, reply, bucket }: S3Request) {
  await getBucket(context('s3.bucket.head'), bucket)
  return reply.header('x-amz-bucket-region', REGION).send()
}

export async function removeBucket({ context, reply, bucket }: S3Request) {
  await deleteBucket(context('s3.bucket.delete'), bucket)
  return reply.status(204).send()
}

/** Every region in a signature is accepted; clients that ask get the default of S3. */
const REGION = 'us-east-1'

export async function getBucketLocation({ context, reply, bucket }: S3Request) {
  await getBucket(context('s3.bucket.get_location'), bucket)
  // S3 leaves the element empty for this region.
  return sendXml(reply, 'LocationConstraint', '')
}

export async function getBucketVersioning({ context, reply, bucket }: S3Request) {
  await getBucket(context('s3.bucket.get_versioning'), bucket)
  return sendXml(reply, 'VersioningConfiguration', { Status: 'Suspended' })
}
