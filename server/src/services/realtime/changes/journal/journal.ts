import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { decodeEntry, encodeEntry } from './entry-text.ts'
import { apply, entriesOf, type ChannelRecord, type ChannelRecords, type Entry } from './records.ts'
import { createStateFile, newState, type State } from './state-file.ts'

/**
 * Everything that a later server must know to continue, in two small files that outlive the server.
 * One has the state of the deliveries, the other a line for each event of a channel.
 */
export type Journal = {
  readonly state: State
  readonly records: ChannelRecords
  /** Reads the files of an earlier server, which become the state and the records. */
  load(): Loaded
  update(change: Partial<State>): void
  /** Adds entries with one write. */
  append(entries: readonly Entry[]): void
  /** Replaces all records. */
  replace(records: ChannelRecords): void
  /** Forgets the channels and the state, except for a doubt that lasts longer than `now`. */
  clear(now: number): void
  /** Writes the state a last time. Later calls have no effect. */
  close(): void
}

export type Loaded = {
  /** When the state was written, in milliseconds. Undefined if there is none. */
  readonly writtenAt: number | undefined
  /**
   * The files may differ from the server's last writes: it could not write, or the machine crashed.
   */
  readonly isDoubtful: boolean
}

const FILE = 'subscribed'
/** The file is written anew when it has this many lines more than twice as many as needed. */
const MAX_SURPLUS = 5000

type Options = {
  /** Identifies the machine's current boot. */
  readonly boot: string
  /** Called when the files cannot be written, until they can be written again. */
  readonly failed: (error: unknown) => void
}

export function createJournal(folder: string, { boot, failed }: Options): Journal {
  const file = path.join(folder, FILE)
  const stateFile = createStateFile(folder, boot)
  let records = new Map<string, ChannelRecord>()
  let state = newState(boot)
  let fd: number | undefined
  let lines = 0
  let mostLines = MAX_SURPLUS
  /** The last failure to write, which is reported once. */
  const failing = new Set<'state' | 'channels'>()
  let isClosed = false

  /** Deliveries continue without records; channels are told that they may have missed changes. */
  function persist(name: 'state' | 'channels', write: () => void): boolean {
    try {
      write()
      failing.delete(name)
      return true
    } catch (error) {
      if (!failing.has(name)) failed(error)
      failing.add(name)
      return false
    }
  }

  function update(change: Partial<State>): void {
    if (isClosed) return
    state = { ...state, ...change }
    persist('state', () => stateFile.write(state))
  }

  function release(): void {
    if (fd !== undefined) closeSync(fd)
    fd = undefined
  }

  function rewrite(): void {
    const entries = entriesOf(records)
    const isWritten = persist('channels', () => {
      release()
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      writeFileSync(`${file}.new`, entries.map(encodeEntry).join(''), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    })
    lines = entries.length
    mostLines = 2 * lines + MAX_SURPLUS
    if (!isWritten) update({ isPartial: true })
  }

  return {
    get state() {
      return state
    },
    get records() {
      return records
    },
    load() {
      const { entries, isComplete } = readEntries(file)
      records = new Map()
      for (const entry of entries) apply(records, entry)
      lines = entries.length
      const read = stateFile.read()
      if (read === 'missing') return { writtenAt: undefined, isDoubtful: lines > 0 }
      if (read === 'unreadable') return { writtenAt: undefined, isDoubtful: true }
      state = read.state
      const isDoubtful = !isComplete || state.isPartial || state.boot !== boot
      return { writtenAt: read.writtenAt, isDoubtful }
    },
    update,
    append(entries) {
      if (isClosed || entries.length === 0) return
      for (const entry of entries) apply(records, entry)
      lines += entries.length
      const isWritten = persist('channels', () => {
        fd ??= openSync(file, 'a', 0o600)
        writeSync(fd, entries.map(encodeEntry).join(''))
      })
      if (!isWritten) update({ isPartial: true })
      if (lines > mostLines) rewrite()
    },
    replace(next) {
      if (isClosed) return
      records = new Map(next)
      rewrite()
    },
    clear(now) {
      if (isClosed) return
      records = new Map()
      lines = 0
      state = { ...newState(boot), doubtUntil: state.doubtUntil }
      persist('channels', () => {
        release()
        rmSync(file, { force: true })
      })
      if (state.doubtUntil > now) update({})
      else persist('state', stateFile.remove)
    },
    close() {
      isClosed = true
      persist('channels', release)
      persist('state', stateFile.close)
    },
  }
}

/** Whether a server has left a journal. */
export const hasJournal = (folder: string): boolean =>
  existsSync(path.join(folder, FILE)) || createStateFile(folder, '').read() !== 'missing'

/** The journal of a process whose slot ends with it. */
export function createMemoryJournal(): Journal {
  let records = new Map<string, ChannelRecord>()
  let state = newState('')
  return {
    get state() {
      return state
    },
    get records() {
      return records
    },
    load: () => ({ writtenAt: undefined, isDoubtful: false }),
    update: (change) => void (state = { ...state, ...change }),
    append(entries) {
      for (const entry of entries) apply(records, entry)
    },
    replace: (next) => void (records = new Map(next)),
    clear() {
      records = new Map()
      state = { ...newState(''), doubtUntil: state.doubtUntil }
    },
    close() {},
  }
}

/** Without the lines that are cut off or that this release does not know. */
function readEntries(file: string): { readonly entries: Entry[]; readonly isComplete: boolean } {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const read = text
    .split('\n')
    .filter((line) => line !== '')
    .map(decodeEntry)
  const entries = read.filter((entry) => entry !== undefined)
  return { entries, isComplete: entries.length === read.length }
}
