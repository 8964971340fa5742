import { storageSettings } from '@stoa/contract/services/storage/settings'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { retryAfterHeader } from '../../../lib/retry-after.ts'
import { AppError } from '../../../lib/errors.ts'
import type { ContextOf } from '../context.ts'
import { toStorageError } from '../errors.ts'
import { noteRefusal } from '../events.ts'
import type { S3Access } from './access.ts'
import { openBody } from './body.ts'
import {
  createNamedBucket,
  getBucketLocation,
  getBucketVersioning,
  headBucket,
  listAllBuckets,
  removeBucket,
} from './bucket-operations.ts'
import { s3Error } from './errors.ts'
import { listObjectVersions, listObjectsV1, listObjectsV2 } from './list-operations.ts'
import {
  abortMultipartUpload,
  completeMultipartUpload,
  createMultipartUpload,
  listMultipartUploads,
  listUploadedParts,
  uploadPart,
  uploadPartCopy,
} from './multipart-operations.ts'
import {
  copyToObject,
  deleteObject,
  deleteObjects,
  getObject,
  getObjectTagging,
  putObject,
} from './object-operations.ts'
import { refuseVersion, targetOf, type S3Request } from './request.ts'
import { renderErrorXml } from './xml.ts'

type Operation = (s3: S3Request) => Promise<FastifyReply>
type Target = 'service' | 'bucket' | 'object'

/** The operations by method, target, and the parameter of the query or the header that selects one. */
const OPERATIONS: Readonly<
  Record<Target, Readonly<Record<string, Readonly<Record<string, Operation>>>>>
> = {
  service: { GET: { '': listAllBuckets } },
  bucket: {
    GET: {
      location: getBucketLocation,
      versioning: getBucketVersioning,
      uploads: listMultipartUploads,
      versions: listObjectVersions,
      'list-type': listObjectsV2,
      '': listObjectsV1,
    },
    HEAD: { '': headBucket },
    PUT: { '': createNamedBucket },
    POST: { delete: deleteObjects },
    DELETE: { '': removeBucket },
  },
  object: {
    GET: { uploadId: listUploadedParts, tagging: getObjectTagging, '': getObject },
    HEAD: { '': getObject },
    PUT: {
      'uploadId copy': uploadPartCopy,
      uploadId: uploadPart,
      copy: copyToObject,
      '': putObject,
    },
    POST: { uploads: createMultipartUpload, uploadId: completeMultipartUpload },
    DELETE: { uploadId: abortMultipartUpload, '': deleteObject },
  },
}

/** Parameters that select operations which do not exist here. Others only modify an operation. */
const UNSUPPORTED: ReadonlySet<string> = new Set([
  'accelerate',
  'acl',
  'analytics',
  'attributes',
  'cors',
  'encryption',
  'inventory',
  'legal-hold',
  'lifecycle',
  'logging',
  'metrics',
  'notification',
  'object-lock',
  'ownershipControls',
  'policy',
  'policyStatus',
  'publicAccessBlock',
  'replication',
  'requestPayment',
  'restore',
  'retention',
  'select',
  'torrent',
  'website',
])

/** The S3 protocol at `/storage/v1/s3`, with paths of the form `/<bucket>/<key>`. */
export async function addS3Routes(
  app: FastifyInstance,
  { contextOf, access }: { readonly contextOf: ContextOf; readonly access: S3Access },
): Promise<void> {
  await app.register(
    (scope, _options, done) => {
      scope.setErrorHandler((error, request, reply) => {
        const known = toStorageError(error)
        if (!(known instanceof AppError)) throw error
        noteRefusal(request, known)
        // The rest of the body would be read as the next request.
        if (!request.raw.complete) void reply.header('connection', 'close')
        return sendError(reply, known, request.id)
      })
      for (const url of ['', '/*'])
        scope.route({
          method: ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'],
          url,
          handler: (request, reply) => {
            const { signature, signer } = access.signedCaller(request)
            if (!request.project.settings.of(storageSettings).s3_protocol_enabled)
              throw s3Error('FeatureNotEnabled')
            const target = targetOf(request.url)
            const s3: S3Request = {
              request,
              reply,
              ...target,
              context: (operation) => contextOf(request, operation),
              openBody: () => openBody(request.raw, signature, signer),
            }
            return operationOf(s3)(s3)
          },
        })
      done()
    },
    { prefix: '/s3' },
  )
}

function operationOf({ request, bucket, key, query }: S3Request): Operation {
  const target = kindOf(bucket, key)
  for (const name of query.keys()) if (UNSUPPORTED.has(name)) throw s3Error('NotImplemented')
  const operations = OPERATIONS[target][request.method]
  if (!operations) throw s3Error('MethodNotAllowed')
  const isCopy = request.headers['x-amz-copy-source'] !== undefined
  refuseVersion(query.get('versionId'))
  refuseTags(request.headers['x-amz-tagging'] ?? query.get('x-amz-tagging'))
  // Tags can be read, so that clients can copy an object with its tags: there are none.
  if (query.has('tagging') && request.method !== 'GET') throw s3Error('NotImplemented')
  const chosen = Object.keys(operations).find((selector) =>
    selector
      .split(' ')
      .every((name) => name === '' || (name === 'copy' ? isCopy : query.has(name))),
  )
  const operation = chosen === undefined ? undefined : operations[chosen]
  if (!operation) throw s3Error('NotImplemented')
  return operation
}

/** Tags are not stored, and a client that sends some must not believe that they are. */
function refuseTags(tags: string | string[] | undefined): void {
  if (tags !== undefined && tags.length > 0)
    throw s3Error('NotImplemented', 'Tags of objects are not supported. Omit x-amz-tagging.')
}

function kindOf(bucket: string, key: string): Target {
  if (bucket === '') return 'service'
  return key === '' ? 'bucket' : 'object'
}

/** Codes of the storage API that S3 has another name for. */
const S3_NAMES: ReadonlyMap<string, string> = new Map([
  ['ResourceNotEmpty', 'BucketNotEmpty'],
  ['KeyAlreadyExists', 'PreconditionFailed'],
  ['DatabaseTimeout', 'SlowDown'],
  ['InvalidParameter', 'InvalidArgument'],
])

function sendError(reply: FastifyReply, error: AppError, requestId: string): FastifyReply {
  const { code, message, hint, status } = error
  return reply
    .headers(retryAfterHeader(error))
    .status(status)
    .type('application/xml')
    .send(
      renderErrorXml({
        Code: S3_NAMES.get(code) ?? code,
        Message: hint === undefined ? message : `${message} ${hint}`,
        RequestId: requestId,
      }),
    )
}
