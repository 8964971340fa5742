import { appendFile, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { FunctionLogEntry } from '@stoa/contract/services/functions/logs'
import type { Clock } from '../../../lib/clock.ts'
import type { StoredProject } from '../../../project/project.ts'
import { writeFunctionLine } from './log-events.ts'
import type { FunctionLogLine, LogSource } from './log-line.ts'
import { createFunctionCounts } from './counts/counts.ts'
import type { Minute } from './counts/minute.ts'

type Folder = Pick<StoredProject, 'folder'>

export type FunctionLogs = {
  /** @param describe is not called for dropped lines, because most lines of a flood are dropped. */
  add(project: StoredProject, source: LogSource, describe: () => FunctionLogLine): void
  /** The counters of each minute since `since`, oldest first. */
  readMinutes(project: Folder, functionId: string, since: number): Promise<readonly Minute[]>
  /** Resolves when every earlier line is in its file or could not be written. */
  flush(): Promise<void>
  /** Deletes the log and the counts of a deleted function. */
  remove(project: Folder, functionId: string): Promise<void>
}

/** A log has two files of this size: when the current one is full, it replaces the older one. */
const MAX_FILE_BYTES = 1024 * 1024
/** Lines that a process can write at once, and each second from then on. */
const BURST = 200
const PER_SECOND = 50
const MAX_WAITING = 2000

const folderOf = (project: Folder, functionId: string) =>
  path.join(project.folder('functions'), 'logs', functionId)
const CURRENT = 'current.jsonl'
const OLDER = 'older.jsonl'

/**
 * The logs of functions, on disk in the project's folder and of limited size, and the counters
 * derived from them. In a flood, lines beyond the limit are dropped, and one line gives their
 * number. Lines that cannot be written are lost, because a function does not wait for its log.
 */
export function createFunctionLogs({ clock }: { readonly clock: Clock }): FunctionLogs {
  const counts = createFunctionCounts()
  const open = new Map<string, OpenLog>()

  function openLog(project: StoredProject, functionId: string): OpenLog {
    const key = `${project.ref}/${functionId}`
    const known = open.get(key)
    if (known) return known
    const log: OpenLog = {
      folder: folderOf(project, functionId),
      tokens: BURST,
      at: 0,
      dropped: undefined,
      lines: [],
      writing: undefined,
    }
    open.set(key, log)
    return log
  }

  let sequence = 0
  function entry({ version, executionId }: LogSource, line: FunctionLogLine): string {
    const time = clock.now().toISOString()
    sequence = (sequence + 1) % 1_000_000
    const id = `${time}.${String(sequence).padStart(6, '0')}`
    return `${JSON.stringify({ id, time, version, executionId, ...line })}\n`
  }

  function noteDropped(log: OpenLog): void {
    const { dropped } = log
    log.dropped = undefined
    if (!dropped) return
    const { source, lines } = dropped
    const message = `${lines} lines were dropped, because the function wrote too many at once.`
    log.lines.push(entry(source, { kind: 'console', level: 'warn', message }))
  }

  /** Writes until no line is waiting; then the file is forgotten, so idle logs cost nothing. */
  async function write(log: OpenLog): Promise<void> {
    await pause(WRITE_EVERY_MS)
    try {
      while (log.lines.length > 0) {
        const text = log.lines.splice(0).join('')
        await append(log.folder, text).catch(() => {})
      }
    } finally {
      log.writing = undefined
    }
  }

  function schedule(log: OpenLog): void {
    log.writing ??= write(log)
  }

  return {
    add(project, source, describe) {
      const log = openLog(project, source.functionId)
      const now = clock.now().getTime()
      log.tokens = Math.min(BURST, log.tokens + (Math.max(0, now - log.at) / 1000) * PER_SECOND)
      log.at = now
      if (log.tokens < 1 || log.lines.length >= MAX_WAITING) {
        const dropped = (log.dropped ??= { source, lines: 0 })
        dropped.lines += 1
        counts.add(log.folder, now, source)
        log.timer ??= setTimeout(() => {
          log.timer = undefined
          noteDropped(log)
          schedule(log)
        }, 1000).unref()
        return
      }
      log.tokens--
      const line = describe()
      const level = line.kind === 'invocation' ? undefined : line.level
      counts.add(log.folder, now, { ...source, usage: line.usage, level })
      log.lines.push(entry(source, line))
      writeFunctionLine(project, source, line)
      schedule(log)
      if (open.size > MAX_OPEN) forgetIdle(open)
    },
    async flush() {
      for (const log of open.values()) {
        noteDropped(log)
        if (log.lines.length > 0) schedule(log)
      }
      await Promise.all([
        ...[...open.values()].map(({ writing }) => writing ?? Promise.resolve()),
        counts.flush(),
      ])
    },
    readMinutes: (project, functionId, since) => counts.read(folderOf(project, functionId), since),
    async remove(project, functionId) {
      const folder = folderOf(project, functionId)
      for (const [key, log] of open)
        if (log.folder === folder) {
          open.delete(key)
          log.lines.length = 0
          log.dropped = undefined
        }
      await counts.forget(folder)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Lines dropped since the log last reported it. */
type Dropped = { readonly source: LogSource; lines: number }

type OpenLog = {
  readonly folder: string
  tokens: number
  at: number
  dropped: Dropped | undefined
  readonly lines: string[]
  writing: Promise<void> | undefined
  timer?: NodeJS.Timeout | undefined
}

const WRITE_EVERY_MS = 50
const MAX_OPEN = 1000

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

function forgetIdle(open: Map<string, OpenLog>): void {
  for (const [key, log] of open)
    if (!log.writing && !log.dropped && log.lines.length === 0) open.delete(key)
}

async function append(folder: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const current = path.join(folder, CURRENT)
  const size = await stat(current).then(
    (found) => found.size,
    () => 0,
  )
  if (size > 0 && size + Buffer.byteLength(text) > MAX_FILE_BYTES)
    await rename(current, path.join(folder, OLDER))
  await appendFile(current, text, { mode: 0o600 })
}

/**
 * The entries of a function's log that `matches` accepts, the newest first. It ends after `limit`
 * entries.
 */
export async function readFunctionLogs(
  project: Folder,
  functionId: string,
  { limit, matches = () => true }: LogQuery,
): Promise<readonly FunctionLogEntry[]> {
  const folder = folderOf(project, functionId)
  const texts = await Promise.all(
    [OLDER, CURRENT].map((name) => readFile(path.join(folder, name), 'utf8').catch(() => '')),
  )
  const found: FunctionLogEntry[] = []
  for (const [index, line] of texts.join('').split('\n').toReversed().entries()) {
    if (found.length >= limit) break
    if (index % LINES_PER_TURN === LINES_PER_TURN - 1) await setImmediate()
    const entry = parseLine(line)
    if (entry && matches(entry)) found.push(entry)
  }
  return found
}

/** Other work gets a turn of the event loop after this many lines. */
const LINES_PER_TURN = 500

export type LogQuery = {
  readonly limit: number
  readonly matches?: (entry: FunctionLogEntry) => boolean
}

/** The last line can be incomplete after a crash. */
function parseLine(line: string): FunctionLogEntry | undefined {
  if (line === '') return undefined
  try {
    return FunctionLogEntry.parse(JSON.parse(line))
  } catch {
    return undefined
  }
}
