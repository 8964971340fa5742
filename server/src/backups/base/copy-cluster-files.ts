import type { Client } from 'pg'
import { z } from 'zod'
import { endClient, connectClient } from '../../postgres/connections/connect.ts'
import { SUPERUSER } from '../../postgres/clusters/template.ts'
import { backupFailed } from '../errors.ts'
import { MAX_MANIFEST_BYTES } from '../limits.ts'
import type { ArchivedCluster } from '../port.ts'
import type { Content } from '../store/object-store.ts'
import { parsePosition, segmentNumberAt } from '../wal/segment-names.ts'

/** The segments that a base backup needs, and their timeline. */
export type BackupWal = {
  readonly timeline: number
  readonly firstSegment: number
  readonly lastSegment: number
}

export type ClusterCopy = {
  /** The tar of the data directory. Read it to its end before the rest. */
  readonly tar: Content
  /** Rejects if the copy is not complete. */
  end(): Promise<{ readonly manifest: Buffer; readonly wal: BackupWal }>
  /** Ends the connection. */
  close(): Promise<void>
}

type CopyOptions = {
  readonly maxBytes: number
  /** The most kilobytes per second; undefined for no limit. */
  readonly maxRate: number | undefined
  readonly signal: AbortSignal
}

const MARK = { archive: 0x6e, data: 0x64, manifest: 0x6d } as const

/** Parts that wait for the store before Postgres is asked to wait. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024

/**
 * Copies a running cluster by its replication protocol, which needs no access to its files. The
 * session runs no SQL but settings of the server, so it calls nothing that an owner could define.
 */
export async function copyClusterFiles(
  { endpoint, password }: Pick<ArchivedCluster, 'endpoint' | 'password'>,
  options: CopyOptions,
): Promise<ClusterCopy> {
  const client = await connectClient(endpoint, {
    user: SUPERUSER,
    password,
    applicationName: 'stoa-backup',
    pipeline: false,
    isReplication: true,
  })
  const abort = () => client.connection.stream.destroy()
  options.signal.addEventListener('abort', abort, { once: true })
  const close = async () => {
    options.signal.removeEventListener('abort', abort)
    await endClient(client)
  }
  try {
    const segmentBytes = await readSegmentBytes(client)
    return startCopy(client, { ...options, segmentBytes, close })
  } catch (error) {
    await close()
    throw error
  }
}

const UNITS: ReadonlyMap<string, number> = new Map([
  ['kB', 1024],
  ['MB', 1024 ** 2],
  ['GB', 1024 ** 3],
])

async function readSegmentBytes(client: Client): Promise<number> {
  const { rows } = await client.query<{ wal_segment_size: string }>('show wal_segment_size')
  const match = /^(\d+)(kB|MB|GB)$/.exec(rows[0]?.wal_segment_size ?? '')
  const unit = UNITS.get(match?.[2] ?? '')
  if (!match || unit === undefined) throw backupFailed('the size of its WAL is unknown')
  return Number(match[1]) * unit
}

const Position = z.object({ recptr: z.string(), tli: z.coerce.number() })
/** The first result is where the backup begins, the last one where it ends. */
const Results = z.array(z.object({ rows: z.array(z.unknown()) }))

function startCopy(
  client: Client,
  options: CopyOptions & { readonly segmentBytes: number; readonly close: () => Promise<void> },
): ClusterCopy {
  const { maxBytes, maxRate, segmentBytes, close } = options
  const parts = createQueue(client)
  const manifest: Buffer[] = []
  const progress = { reading: 'nothing', archives: 0, bytes: 0, manifestBytes: 0 }
  const fail = (reason: string) => {
    parts.end(backupFailed(reason))
    client.connection.stream.destroy()
  }

  client.connection.on('copyData', ({ chunk }: { chunk: Buffer }) => {
    const [mark] = chunk
    if (mark === MARK.archive) {
      progress.archives += 1
      progress.reading = 'archive'
      // Only the superuser could have made a tablespace.
      if (progress.archives > 1) fail('the project has a tablespace')
    } else if (mark === MARK.manifest) progress.reading = 'manifest'
    else if (mark === MARK.data && progress.reading === 'archive') {
      progress.bytes += chunk.length - 1
      if (progress.bytes > maxBytes) fail('the files are larger than the data directory')
      // The parser uses its buffer again.
      else parts.add(Buffer.from(chunk.subarray(1)))
    } else if (mark === MARK.data) {
      progress.manifestBytes += chunk.length - 1
      if (progress.manifestBytes > MAX_MANIFEST_BYTES) fail('there are too many files')
      else manifest.push(Buffer.from(chunk.subarray(1)))
    }
  })

  const rate = maxRate === undefined ? '' : `, MAX_RATE ${Math.round(maxRate)}`
  const done = client.query(
    `BASE_BACKUP (LABEL 'stoa', CHECKPOINT 'fast', WAIT false, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256'${rate})`,
  )
  done.then(
    () => parts.end(undefined),
    (error: unknown) => parts.end(backupFailed('Postgres ended the copy', error)),
  )
  return {
    tar: parts.content,
    close,
    async end() {
      const results = Results.parse(await done)
      const positions = results
        .map(({ rows }) => Position.safeParse(rows[0]))
        .flatMap(({ data }) => data ?? [])
      const [start, stop] = [positions[0], positions.at(-1)]
      if (!start || !stop || positions.length < 2 || start.tli !== stop.tli)
        throw backupFailed('Postgres did not say which WAL it needs')
      // The end is the position after the last byte that is needed.
      const lastByte = parsePosition(stop.recptr) - 1n
      return {
        manifest: Buffer.concat(manifest),
        wal: {
          timeline: start.tli,
          firstSegment: segmentNumberAt(parsePosition(start.recptr), segmentBytes),
          lastSegment: segmentNumberAt(lastByte, segmentBytes),
        },
      }
    },
  }
}

/** Parts between the connection and the store; the connection waits while too many are here. */
function createQueue({ connection: { stream } }: Client) {
  const waiting: Buffer[] = []
  let bytes = 0
  let end: { readonly error: unknown } | undefined
  let wake = Promise.withResolvers<void>()

  async function* content(): Content {
    for (;;) {
      const part = waiting.shift()
      if (part) {
        bytes -= part.length
        if (bytes < MAX_WAITING_BYTES) stream.resume()
        yield part
        continue
      }
      if (end?.error !== undefined) throw end.error
      if (end) return
      wake = Promise.withResolvers()
      await wake.promise
    }
  }

  return {
    content: content(),
    add(part: Buffer) {
      waiting.push(part)
      bytes += part.length
      if (bytes >= MAX_WAITING_BYTES) stream.pause()
      wake.resolve()
    },
    end(error: unknown) {
      end ??= { error }
      wake.resolve()
    },
  }
}
