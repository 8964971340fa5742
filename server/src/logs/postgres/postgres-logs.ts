import { setImmediate, setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../lib/clock.ts'
import { describeError } from '../../lib/describe-error.ts'
import type { Log } from '../../lib/log.ts'
import { readSliceIn } from '../../lib/untrusted-folder/files.ts'
import { LOG_FOLDER } from '../../postgres/clusters/settings.ts'
import type { LogStore } from '../port.ts'
import { MAX_LINE_BYTES, splitLines } from './log-lines.ts'
import { createPostgresEvents } from './postgres-event.ts'
import {
  loadPositions,
  removePositions,
  savePositions,
  type Position,
  type Positions,
} from './positions.ts'
import { readStoredIds } from './stored-ids.ts'

/** The log of a cluster, read while it runs. */
export type PostgresLog = {
  /** Reads what Postgres has logged until now, and ends. Never rejects. */
  stop(): Promise<void>
}

export type PostgresLogs = {
  /** Begins to read a cluster's log where reading ended before. */
  follow(ref: string, dataDir: string): PostgresLog
  /** Forgets a deleted project. */
  remove(ref: string): Promise<void>
}

type Options = {
  readonly logs: Pick<LogStore, 'write' | 'flush' | 'files'>
  /** Holds how far each cluster's log is read. Only the server can write in it. */
  readonly folder: string
  readonly clock: Clock
  readonly log: Log
}

/** The names that `log_filename` gives to the files, by the day in UTC. */
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const nameOf = (day: number) => `postgres-${DAYS[day % 7]}.json`
const ALL = DAYS.map((_, day) => nameOf(day))

const POLL_MS = 1000
/** How often the files of other days are looked at. */
const SCAN_MS = 60_000
const STEP_BYTES = 128 * 1024
const ANCHOR_BYTES = 64
/** How long a stop reads; the rest is read after the next start. */
const STOP_MS = 2000

/**
 * Copies the logs of running clusters to the log store. Postgres writes one file for each day of
 * the week and begins it again a week later, so every file has a position.
 */
export function createPostgresLogs(options: Options): PostgresLogs {
  return {
    follow(ref, dataDir) {
      const state: Following = {
        ...options,
        ref,
        dataDir,
        toEvent: createPostgresEvents(),
        positions: undefined,
        stored: NONE,
        isFailing: false,
      }
      return startPolling(state)
    },
    remove: (ref) => removePositions(options.folder, ref),
  }
}

const NONE: ReadonlySet<string> = new Set()

type Following = Options & {
  readonly ref: string
  readonly dataDir: string
  readonly toEvent: ReturnType<typeof createPostgresEvents>
  positions: Positions | undefined
  /** Events that an earlier server has stored without noting it. */
  stored: ReadonlySet<string>
  isFailing: boolean
}

function startPolling(state: Following): PostgresLog {
  let isStopped = false
  let scannedAt = -Infinity
  let timer: NodeJS.Timeout | undefined
  let reading = Promise.resolve()

  async function poll(): Promise<void> {
    const now = performance.now()
    const isScan = now - scannedAt >= SCAN_MS
    if (isScan) scannedAt = now
    const today = nameOf(state.clock.now().getUTCDay())
    await read(state, isScan ? ALL : [today], () => !isStopped)
    if (!isStopped) wait()
  }

  function wait(): void {
    timer = setTimeout(() => (reading = poll()), POLL_MS).unref()
  }

  wait()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await reading
      const end = performance.now() + STOP_MS
      await read(state, ALL, () => performance.now() < end)
      await save(state, true)
    },
  }
}

/** Reads what is new in these files. `goesOn` is asked between two steps. */
async function read(
  state: Following,
  names: readonly string[],
  goesOn: () => boolean,
): Promise<void> {
  try {
    const positions = (state.positions ??= await begin(state))
    for (const name of names.length > 1 ? await inOrder(state, names) : names)
      await readToEnd(state, { name, positions, goesOn })
    state.stored = NONE
    state.isFailing = false
  } catch (error) {
    if (!state.isFailing)
      state.log.warn(
        { ref: state.ref, err: describeError(error) },
        'Could not read a Postgres log.',
      )
    state.isFailing = true
  }
}

async function begin(state: Following): Promise<Positions> {
  const { folder, ref, logs } = state
  const positions = await loadPositions(folder, ref)
  if (!positions.isClean) state.stored = await readStoredIds(logs, ref)
  return positions
}

/** The files that exist, the oldest first. */
async function inOrder(
  { dataDir }: Following,
  names: readonly string[],
): Promise<readonly string[]> {
  const found: { readonly name: string; readonly modifiedMs: number }[] = []
  for (const name of names) {
    const slice = await readSliceIn(dataDir, { inside: LOG_FOLDER, name }, { from: 0, maxBytes: 0 })
    if (slice) found.push({ name, modifiedMs: slice.modifiedMs })
  }
  return found.sort((one, other) => one.modifiedMs - other.modifiedMs).map(({ name }) => name)
}

type Reading = {
  readonly name: string
  readonly positions: Positions
  readonly goesOn: () => boolean
}

async function readToEnd(state: Following, reading: Reading): Promise<void> {
  let stepBytes = STEP_BYTES
  do {
    const begun = performance.now()
    const result = await readStep(state, reading, stepBytes)
    if (result === 'end') return
    // The rest of a long line needs a longer step.
    stepBytes = result === 'incomplete' ? MAX_LINE_BYTES + STEP_BYTES : STEP_BYTES
    // A cluster that logs a lot gets at most half of the time, and the others the rest.
    await (result === 'incomplete' ? setImmediate() : pause(performance.now() - begun))
  } while (reading.goesOn())
}

const NEW: Position = { offset: 0, anchor: '', skips: false }

/** Reads a few lines, and notes how far it has read when they are stored. */
async function readStep(
  state: Following,
  { name, positions }: Reading,
  stepBytes: number,
): Promise<'more' | 'incomplete' | 'end'> {
  const { dataDir, ref, logs } = state
  const before = positions.files[name] ?? NEW
  const from = before.offset - before.anchor.length / 2
  const slice = await readSliceIn(
    dataDir,
    { inside: LOG_FOLDER, name },
    { from, maxBytes: stepBytes },
  )
  if (!slice) return 'end'
  const anchored = slice.content.subarray(0, before.offset - from)
  if (anchored.toString('hex') !== before.anchor) {
    positions.files[name] = NEW
    return 'more'
  }
  const bytes = slice.content.subarray(before.offset - from)
  const { lines, consumed, skips } = splitLines(bytes, before.skips)
  if (consumed === 0)
    return slice.size > from + slice.content.length && stepBytes <= MAX_LINE_BYTES
      ? 'incomplete'
      : 'end'
  // Makes room for these lines, which wait on the disk if there is none.
  await logs.flush(ref)
  await note(state, positions)
  for (const line of lines) {
    const place = { ref, name, offset: before.offset + line.at }
    const event = state.toEvent(line.bytes, place)
    if (!state.stored.has(event.id ?? '')) logs.write(ref, 'postgres_logs', event)
  }
  await logs.flush(ref)
  const anchor = slice.content.subarray(0, before.offset - from + consumed).subarray(-ANCHOR_BYTES)
  positions.files[name] = {
    offset: before.offset + consumed,
    anchor: anchor.toString('hex'),
    skips,
  }
  await save(state, false)
  return 'more'
}

/** Says that events are stored from now on before it is noted how far the log is read. */
async function note(state: Following, positions: Positions): Promise<void> {
  if (positions.isClean) await save(state, false)
}

async function save(state: Following, isClean: boolean): Promise<void> {
  const { positions, folder, ref, clock } = state
  // Reading never began.
  if (!positions) return
  positions.isClean = isClean
  positions.savedAt = clock.now().getTime()
  try {
    await savePositions(folder, ref, positions)
  } catch (error) {
    if (!state.isFailing)
      state.log.warn({ ref, err: describeError(error) }, 'Could not note how far a log is read.')
    state.isFailing = true
  }
}
