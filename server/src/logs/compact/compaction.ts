import { open, rm } from 'node:fs/promises'
import path from 'node:path'
import type { LogSourceName } from '@stoa/contract/catalog/log-sources'
import { fileURLToPath } from 'node:url'
import type { Log } from '../../lib/log.ts'
import { logFileName } from '../layout.ts'
import type { LogStore, StoredLogFile } from '../port.ts'
import type { ReaderAccounts } from '../query/account.ts'
import { findProcessFence } from '../query/process-fence.ts'
import type { CompactRequest } from '../query/protocol.ts'
import { startQueryProcess, type QueryProcess } from '../query/query-process.ts'
import { countLines, moveDamagedLines } from './damaged-lines.ts'
import { createFailures } from './failures.ts'

export type Compaction = {
  /** Compacts what can be compacted, now and every few minutes. */
  start(): void
  /** Compacts all closed segments. A call while one runs waits for it. */
  run(): Promise<void>
  stop(): Promise<void>
}

export type CompactionOptions = {
  readonly store: Pick<LogStore, 'closedSegments' | 'replace'>
  readonly folder: string
  readonly accounts: ReaderAccounts
  readonly log: Log
}

type ClosedSegment = StoredLogFile & { readonly ref: string; readonly source: LogSourceName }

const PROGRAM = fileURLToPath(new URL('./child.ts', import.meta.url))
const INTERVAL_MS = 5 * 60_000
const LIMITS = { queryMs: 5 * 60_000, bytes: 1536 * 2 ** 20 }
const MEMORY_LIMIT = '768MB'

/**
 * Turns closed segments into compacted files. A file is written under another name and put in place
 * in one step, so a server that is killed leaves the segment or the file, and begins again.
 */
export function createCompaction({ store, folder, accounts, log }: CompactionOptions): Compaction {
  const fence = findProcessFence({ writes: true })
  const failed = createFailures()
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let current: QueryProcess | undefined
  let last = 0

  async function runAll(): Promise<void> {
    const closed = await store.closedSegments()
    const due = new Set(failed.due(closed.map(({ path: file }) => file)))
    const segments = closed.filter(({ path: file }) => due.has(file))
    for (const [ref, own] of Map.groupBy(segments, (segment) => segment.ref))
      try {
        await compactProject(ref, own)
      } finally {
        current?.kill()
        current = undefined
      }
  }

  async function compactProject(ref: string, segments: readonly ClosedSegment[]): Promise<void> {
    const id = await accounts.idOf(ref)
    for (const segment of segments) {
      if (isStopped) return
      if (!current?.isAlive)
        current = startQueryProcess({
          program: PROGRAM,
          folder: path.join(folder, ref),
          id,
          fence: await fence,
          limits: LIMITS,
        })
      await compact(current, segment, id).catch((error: unknown) => {
        if (isStopped) return
        failed.add(segment.path)
        log.warn({ err: error, ref, file: segment.path }, 'A log segment cannot be compacted.')
      })
    }
  }

  async function compact(
    process: QueryProcess,
    segment: ClosedSegment,
    id: number | undefined,
  ): Promise<void> {
    const { ref, source } = segment
    const own = path.join(folder, ref)
    const output = path.join(
      path.dirname(segment.path),
      `${logFileName({ ...segment, format: 'parquet' })}.tmp`,
    )
    try {
      await createEmpty(output)
      const names = {
        segment: path.relative(own, segment.path),
        output: path.relative(own, output),
      }
      if (id !== undefined)
        await accounts.open(ref, id, { reads: [names.segment], writes: [names.output] })
      const request: CompactRequest = { ...names, source, id: ++last, memoryLimit: MEMORY_LIMIT }
      const outcome = await process.run(request)
      if (outcome.state !== 'done') throw new Error(`It ended with ${JSON.stringify(outcome)}`)
      const rows = Number(outcome.result.rows[0]?.[0])
      await moveDamaged(segment, rows)
      await syncToDisk(output)
      await store.replace(segment, output)
    } finally {
      await rm(output, { force: true })
    }
  }

  async function moveDamaged(segment: ClosedSegment, rows: number): Promise<void> {
    const lines = await countLines(segment.path)
    if (lines === rows) return
    const { count, file } = await moveDamagedLines(
      segment.path,
      segment.path.replace(/\.ndjson$/, '.damaged'),
    )
    log.warn({ ref: segment.ref, file, lines: count }, 'Lines of a log segment are damaged.')
  }

  const run = () => {
    running ??= runAll().finally(() => (running = undefined))
    return running
  }
  const inBackground = () => {
    run().catch((error: unknown) => log.error({ err: error }, 'Logs cannot be compacted.'))
  }
  return {
    run,
    start() {
      inBackground()
      timer = setInterval(inBackground, INTERVAL_MS)
      timer.unref()
    },
    async stop() {
      isStopped = true
      clearInterval(timer)
      current?.kill()
      await running?.catch(() => {})
    },
  }
}

async function createEmpty(file: string): Promise<void> {
  await rm(file, { force: true })
  await (await open(file, 'wx', 0o600)).close()
}

async function syncToDisk(file: string): Promise<void> {
  const handle = await open(file, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
