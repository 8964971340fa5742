import { signS3, type S3Credentials } from '../../../lib/sign-s3.ts'

type S3Get = S3Credentials & { readonly url: URL; readonly now: Date }

/** The headers that sign a GET of S3. The path must be percent-encoded. */
export const signS3Get = (request: S3Get): Record<string, string> =>
  signS3({ ...request, method: 'GET', payloadHash: 'UNSIGNED-PAYLOAD' })
