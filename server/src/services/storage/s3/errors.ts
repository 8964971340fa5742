import { AppError } from '../../../lib/errors.ts'

/** The errors that only this protocol has, with the HTTP status and sentence of each. */
const ERRORS = {
  AccessDenied: [403, 'Access denied.'],
  AuthorizationHeaderMalformed: [400, 'The Authorization header is malformed.'],
  AuthorizationQueryParametersError: [400, 'The signature in the query is malformed.'],
  BadDigest: [400, 'The checksum of the content differs from the one that was sent.'],
  BucketNotEmpty: [409, 'The bucket is not empty.'],
  FeatureNotEnabled: [403, 'The S3 protocol is not enabled. Turn it on under Storage → Settings.'],
  IncompleteBody: [400, 'The body is malformed, or its length differs from the announced one.'],
  InvalidAccessKeyId: [403, 'The access key does not exist.'],
  InvalidArgument: [400, 'A parameter is invalid.'],
  InvalidDigest: [400, 'The Content-MD5 or checksum header is invalid.'],
  InvalidPart: [400, 'A part does not exist, or its ETag differs.'],
  InvalidPartOrder: [400, 'The parts are not in ascending order.'],
  EntityTooSmall: [400, 'Every part but the last must have at least 5 MiB.'],
  InvalidToken: [400, 'The session token is invalid or has expired.'],
  MalformedXML: [400, 'The XML of the request is malformed.'],
  MethodNotAllowed: [405, 'The method is not allowed for this resource.'],
  MissingContentLength: [411, 'The Content-Length header is required.'],
  NoSuchUpload: [
    404,
    'The multipart upload does not exist. It may have been completed or aborted.',
  ],
  NotImplemented: [501, 'This operation of S3 is not supported.'],
  PreconditionFailed: [412, 'A condition of the request is not met.'],
  RequestTimeTooSkewed: [403, "The request's time differs too much from the server's."],
  SignatureDoesNotMatch: [403, 'The signature does not match. Check the secret access key.'],
} as const satisfies Readonly<Record<string, readonly [status: number, message: string]>>

export type S3Code = keyof typeof ERRORS

/** An error with the code, HTTP status and sentence of S3. */
export function s3Error(code: S3Code, message?: string): AppError {
  const [status, sentence] = ERRORS[code]
  return new AppError(code, message ?? sentence, { status })
}
