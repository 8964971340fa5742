import { AppError } from '../../lib/errors.ts'
import { isDatabaseFailure } from '../../postgres/failures.ts'
import { toUnavailable } from '../../postgres/unavailable.ts'
import { ContentMissing, ContentTooLarge } from './backend/object-store.ts'

/**
 * The errors of storage-api by code: the status in the body, the older name in `error`, and the
 * sentence. The HTTP status of all of them is 400, as in storage-api, unless `http` names another.
 */
const ERRORS = {
  NoSuchBucket: { status: 404, error: 'Bucket not found', message: 'Bucket not found' },
  NoSuchKey: { status: 404, error: 'not_found', message: 'Object not found' },
  InvalidBucketName: { status: 400, error: 'Invalid Input', message: 'Bucket name invalid' },
  InvalidKey: { status: 400, error: 'InvalidKey', message: 'Invalid key' },
  InvalidRequest: { status: 400, error: 'InvalidRequest', message: 'Invalid request' },
  InvalidParameter: { status: 400, error: 'InvalidParameter', message: 'Invalid parameter' },
  InvalidMimeType: {
    status: 415,
    error: 'invalid_mime_type',
    message: 'mime type is not supported',
  },
  InvalidRange: {
    status: 416,
    http: 416,
    error: 'InvalidRange',
    message: 'The range is outside of the object',
  },
  InvalidJWT: { status: 400, error: 'InvalidJWT', message: 'invalid signature' },
  InvalidSignature: { status: 400, error: 'InvalidSignature', message: 'Invalid signature' },
  ExpiredToken: { status: 400, error: 'InvalidJWT', message: '"exp" claim timestamp check failed' },
  EntityTooLarge: {
    status: 413,
    error: 'Payload too large',
    message: 'The object exceeded the maximum allowed size',
  },
  KeyAlreadyExists: { status: 409, error: 'Duplicate', message: 'The resource already exists' },
  BucketAlreadyExists: { status: 409, error: 'Duplicate', message: 'The resource already exists' },
  ResourceNotEmpty: {
    status: 409,
    error: 'InvalidRequest',
    message: 'The bucket you tried to delete is not empty',
  },
  AccessDenied: {
    status: 403,
    error: 'Unauthorized',
    message: 'new row violates row-level security policy',
  },
  FeatureNotEnabled: {
    status: 403,
    error: 'FeatureNotEnabled',
    message: 'This feature is not enabled for this project',
  },
  DatabaseTimeout: {
    status: 544,
    http: 544,
    error: 'DatabaseTimeout',
    message: 'The database took too long',
  },
  DatabaseError: {
    status: 400,
    error: 'DatabaseError',
    message: 'The database refused the request',
  },
} as const satisfies Readonly<
  Record<string, { status: number; http?: number; error: string; message: string }>
>

export type StorageCode = keyof typeof ERRORS

type ErrorMapping = { readonly status: number; readonly http?: number; readonly error: string }
const known: ReadonlyMap<string, ErrorMapping> = new Map(Object.entries(ERRORS))

/** An error with the code, status and sentence of storage-api. */
export const storageError = (
  code: StorageCode,
  { message, ...options }: { message?: string; hint?: string; cause?: unknown } = {},
): AppError =>
  new AppError(code, message ?? ERRORS[code].message, { ...options, status: ERRORS[code].status })

/** The body and HTTP status of an error. */
export function renderError({ code, message, status, hint }: AppError) {
  const { http = 400, error } = known.get(code) ?? { http: status, error: code }
  return {
    status: http,
    body: { statusCode: String(status), code, error, message, ...(hint !== undefined && { hint }) },
  }
}

/** The API's error for an SQLSTATE; by its class if it is not listed. */
const BY_SQLSTATE: ReadonlyMap<string, StorageCode> = new Map([
  ['42501', 'AccessDenied'],
  ['23505', 'KeyAlreadyExists'],
  ['23503', 'NoSuchBucket'],
  ['57014', 'DatabaseTimeout'],
  ['22021', 'InvalidRequest'],
  ['22P02', 'InvalidRequest'],
  ['22P05', 'InvalidRequest'],
])
/** Errors in the data, in the project's policies, and those that its triggers raise. */
const OWN_CLASSES = new Set(['22', '23', '42', 'P0'])

/** The error of the API for one of Postgres or of the backend. Others are returned unchanged. */
export function toStorageError(error: unknown): unknown {
  if (error instanceof AppError) return error
  if (error instanceof ContentMissing) return storageError('NoSuchKey', { cause: error })
  if (error instanceof ContentTooLarge) return storageError('EntityTooLarge', { cause: error })
  const unavailable = toUnavailable(error)
  if (unavailable) return unavailable
  if (!isDatabaseFailure(error)) return error
  const code = BY_SQLSTATE.get(error.code)
  if (code) return storageError(code, { cause: error })
  if (!OWN_CLASSES.has(error.code.slice(0, 2))) return error
  return storageError('DatabaseError', { message: error.message, cause: error })
}

export const tooManyUnfinished = (most: number) =>
  new AppError(
    'too_many_unfinished_uploads',
    `The project has ${most} unfinished uploads, which is the limit.`,
    {
      status: 507,
      hint: 'Complete or abort uploads. Unfinished ones expire: resumable ones after 24 hours, S3 multipart ones after seven days.',
    },
  )

export const unfinishedTooLarge = (maxBytes: number) =>
  new AppError(
    'unfinished_uploads_too_large',
    `The unfinished uploads of the project can have ${maxBytes} bytes together.`,
    {
      status: 507,
      hint: 'Complete or abort uploads. Unfinished ones expire: resumable ones after 24 hours, S3 multipart ones after seven days.',
    },
  )
