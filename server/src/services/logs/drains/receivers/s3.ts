import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { signS3 } from '../../../../lib/sign-s3.ts'
import { plainEvent, type DrainEvent } from '../event.ts'
import { MAX_OBJECT_BYTES, MAX_OBJECT_EVENTS } from '../limits.ts'
import { post, withoutTrailingSlashes } from './post.ts'
import type { ConfigOf } from './config.ts'
import type { Receiver, ReceiverDeps } from './receiver.ts'

const compress = promisify(gzip)

/** Objects of gzipped lines in a bucket, whose address has the bucket in its path. */
export function s3Receiver(deps: ReceiverDeps, config: ConfigOf<'s3'>): Receiver {
  const { storage_region: region, s3_bucket: bucket, endpoint, prefix } = config
  const base = withoutTrailingSlashes(
    endpoint === '' ? `https://s3.${region}.amazonaws.com` : endpoint,
  )
  return {
    maxEvents: MAX_OBJECT_EVENTS,
    maxBytes: MAX_OBJECT_BYTES,
    waitMs: config.batch_timeout,
    async send(events, attempt) {
      const lines = events.map((event) => `${JSON.stringify(plainEvent(deps.ref, event))}\n`)
      const body = await compress(lines.join(''))
      const url = new URL(`${base}/${bucket}/${encodedPath(`${prefix}${keyOf(deps.ref, events)}`)}`)
      const headers = signS3({
        method: 'PUT',
        url,
        region,
        accessKeyId: config.access_key_id,
        secretAccessKey: config.secret_access_key,
        payloadHash: createHash('sha256').update(body).digest('hex'),
        now: deps.clock.now(),
      })
      return post(
        deps,
        { url: url.href, method: 'PUT', contentType: 'application/gzip', headers, body },
        attempt,
      )
    },
  }
}

/** The same batch gets the same key, so that a repeated attempt replaces its object. */
function keyOf(ref: string, events: readonly DrainEvent[]): string {
  const [first] = events
  const time = new Date(Math.floor((first?.timestamp ?? 0) / 1000)).toISOString()
  const ids = createHash('sha256')
  for (const { id } of events) ids.update(`${id}\n`)
  const day = time.slice(0, 10).replaceAll('-', '/')
  const name = `${time.slice(0, 19).replaceAll(':', '-')}Z-${ids.digest('hex').slice(0, 16)}`
  return `${ref}/${first?.source}/${day}/${name}.ndjson.gz`
}

const encodedPath = (path: string) =>
  path
    .split('/')
    .map((part) => encodeURIComponent(part))
    .join('/')
