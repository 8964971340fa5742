import path from 'node:path'
import type { LogSourceName } from '@stoa/contract/catalog/log-sources'
import type { EndSignal } from '../../lib/end-signal.ts'
import { createFairQueue } from '../../lib/fair-queue.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { LogStore } from '../port.ts'
import type { ReaderAccounts } from './account.ts'
import { rewriteQuery } from './dialect/rewrite.ts'
import {
  queriesBusy,
  queryFailed,
  queryProcessFailed,
  queryRefused,
  queryTooExpensive,
} from './errors.ts'
import { MAX_RESULT_BYTES, MAX_RUNNING, MAX_WAITING, MEMORY_LIMIT } from './limits.ts'
import { findProcessFence } from './process-fence.ts'
import { createProcesses } from './processes.ts'
import type {
  MicrosecondSpan,
  QueryFailure,
  QueryResult,
  QueryValue,
  SourceFiles,
} from './protocol.ts'
import type { QueryOutcome, QueryProcessOptions } from './query-process.ts'

export type LogQuery = {
  readonly sources: readonly LogSourceName[]
  readonly span: MicrosecondSpan
  readonly text: string
  readonly values: readonly QueryValue[]
  readonly maxRows: number
  /** Reads only the file with this name. */
  readonly file?: string
}

/** Reads the logs of projects, in a process for each project that is being read. */
export type LogReader = {
  /** Runs a statement of the server's own. */
  read(ref: string, query: LogQuery, signal?: EndSignal): Promise<QueryResult>
  /** Runs a member's text in the dialect of saved queries, after checking it. */
  readAsMember(
    ref: string,
    query: Omit<LogQuery, 'values' | 'sources' | 'file'>,
    signal?: EndSignal,
  ): Promise<QueryResult>
  /** Ends all query processes. */
  stop(): void
}

export type LogReaderOptions = {
  readonly store: Pick<LogStore, 'flush' | 'files'>
  /** The folder with a folder for each project. */
  readonly folder: string
  readonly accounts: ReaderAccounts
  readonly clock: Clock
  readonly log: Log
  readonly limits?: QueryProcessOptions['limits']
  readonly idleMs?: number
}

export function createLogReader(options: LogReaderOptions): LogReader {
  const { store, folder, clock, log } = options
  const processes = createProcesses({ ...options, fence: findProcessFence() })
  const queue = createFairQueue({
    places: MAX_RUNNING,
    maxWaiting: MAX_WAITING,
    refuse: queriesBusy,
  })
  let last = 0

  async function filesOf(
    ref: string,
    { sources, span, file: only }: LogQuery,
  ): Promise<SourceFiles[]> {
    const inMilliseconds = { from: Math.floor(span.from / 1000), to: Math.ceil(span.to / 1000) }
    const own = path.join(folder, ref)
    return Promise.all(
      sources.map(async (source) => {
        const files = await store.files(ref, source, inMilliseconds)
        // The newest first: a query for the newest events can then skip all older groups.
        const newestFirst = files.toReversed()
        const named = (format: string) =>
          newestFirst
            .filter((file) => file.format === format && file.bytes > 0)
            .filter((file) => only === undefined || file.name === only)
            .map((file) => path.relative(own, file.path))
        return { source, parquet: named('parquet'), segments: named('ndjson') }
      }),
    )
  }

  async function attempt(
    ref: string,
    query: LogQuery & { readonly isOfMember: boolean },
    signal: EndSignal | undefined,
  ): Promise<QueryOutcome> {
    const sources = await filesOf(ref, query)
    const files = sources.flatMap(({ parquet, segments }) => [...parquet, ...segments])
    return processes.run(
      ref,
      {
        ...query,
        id: ++last,
        sources,
        maxBytes: MAX_RESULT_BYTES,
        now: clock.now().getTime() * 1000,
        memoryLimit: MEMORY_LIMIT,
      },
      { files, signal },
    )
  }

  /** A file that was compacted after it was listed is there under its other name. */
  async function run(
    ref: string,
    query: LogQuery & { readonly isOfMember: boolean },
    signal: EndSignal | undefined,
  ): Promise<QueryResult> {
    await store.flush(ref)
    return queue.run(ref, async () => {
      if (signal?.aborted) throw queryProcessFailed(new Error('The client has left.'))
      let outcome = await attempt(ref, query, signal)
      if (outcome.state === 'failed' && outcome.failure.reason === 'vanished')
        outcome = await attempt(ref, query, signal)
      const result = resultOf(outcome)
      if (result.damaged.length > 0)
        log.warn({ ref, files: result.damaged }, 'Log files are damaged and were left out.')
      return result
    })
  }

  return {
    read: (ref, query, signal) => run(ref, { ...query, isOfMember: false }, signal),
    async readAsMember(ref, query, signal) {
      const rewritten = rewriteQuery(query.text)
      try {
        const { text, sources } = rewritten
        const checked = { ...query, sources, text, values: [], isOfMember: true }
        return await run(ref, checked, signal)
      } catch (error) {
        if (error instanceof FailedQuery) throw memberError(error.failure, rewritten.positionOf)
        throw error
      }
    },
    stop: () => processes.stop(),
  }
}

/** A query that the engine or its fences reject, before it is told to a person. */
class FailedQuery extends Error {
  readonly failure: QueryFailure

  constructor(failure: QueryFailure) {
    super(failure.message)
    this.name = 'FailedQuery'
    this.failure = failure
  }
}

function resultOf(outcome: QueryOutcome): QueryResult {
  if (outcome.state === 'done') return outcome.result
  if (outcome.state === 'ended') throw queryProcessFailed(new Error(outcome.cause))
  if (outcome.state === 'failed')
    throw outcome.failure.reason === 'memory'
      ? queryTooExpensive('memory')
      : new FailedQuery(outcome.failure)
  if (outcome.reason === 'departure') throw queryProcessFailed(new Error('The client has left.'))
  throw queryTooExpensive(outcome.reason)
}

function memberError(
  { reason, message, position }: QueryFailure,
  positionOf: (offset: number) => { line: number; column: number },
) {
  const place = position === undefined ? undefined : positionOf(position)
  const [firstLine = message] = message.split('\n', 1)
  return reason === 'refused' ? queryRefused(firstLine, place) : queryFailed(firstLine, place)
}
