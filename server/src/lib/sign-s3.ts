import { createHash, createHmac } from 'node:crypto'

export type S3Credentials = {
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

type S3Request = S3Credentials & {
  readonly method: 'GET' | 'PUT'
  /** Without a query. Its path must be percent-encoded. */
  readonly url: URL
  /** SHA-256 of the body in hexadecimal digits, or `UNSIGNED-PAYLOAD`. */
  readonly payloadHash: string
  readonly now: Date
}

/** The headers that sign a request of S3 with Signature Version 4. */
export function signS3(request: S3Request): Record<string, string> {
  const { method, url, region, accessKeyId, secretAccessKey, payloadHash } = request
  const time = request.now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const day = time.slice(0, 8)
  const scope = `${day}/${region}/s3/aws4_request`
  const headers = {
    host: url.host,
    'x-amz-content-sha256': payloadHash,
    'x-amz-date': time,
  }
  const names = Object.keys(headers).join(';')
  const canonical = [
    method,
    url.pathname,
    '',
    ...Object.entries(headers).map(([name, value]) => `${name}:${value}`),
    '',
    names,
    payloadHash,
  ].join('\n')
  const digest = createHash('sha256').update(canonical).digest('hex')
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${secretAccessKey}`,
  )
  const signature = createHmac('sha256', key)
    .update(['AWS4-HMAC-SHA256', time, scope, digest].join('\n'))
    .digest('hex')
  return {
    'x-amz-content-sha256': headers['x-amz-content-sha256'],
    'x-amz-date': time,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  }
}
