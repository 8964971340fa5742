import { createHash, createHmac } from 'node:crypto'

type S3Get = {
  readonly url: URL
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly now: Date
}

/** The headers that sign a GET of S3 with Signature Version 4. The path must be percent-encoded. */
export function signS3Get(given: S3Get): Record<string, string> {
  const { url, region, accessKeyId, secretAccessKey } = given
  const time = given.now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const day = time.slice(0, 8)
  const scope = `${day}/${region}/s3/aws4_request`
  const headers = {
    host: url.host,
    'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
    'x-amz-date': time,
  }
  const names = Object.keys(headers).join(';')
  const canonical = [
    'GET',
    url.pathname,
    '',
    ...Object.entries(headers).map(([name, value]) => `${name}:${value}`),
    '',
    names,
    'UNSIGNED-PAYLOAD',
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
