import type { Position } from '../position.ts'
import type { Entry } from './records.ts'

const MARKS = {
  joined: '+',
  left: '-',
  behind: '~',
  settled: '=',
  absent: '@',
  gone: '!',
  shared: '%',
  unshared: '/',
} as const satisfies Readonly<Record<Entry['kind'], string>>

const KEY = '[0-9a-f]{16}'
const POSITION = '[0-9a-f]{1,16}:[0-9a-f]{1,8}'
const LINE = new RegExp(`^(.)(${KEY})(?: (${POSITION}))?(?: (${POSITION}))?(?: (\\d{1,16}))?$`)

/** An entry as a line of the journal. */
export function encodeEntry(entry: Entry): string {
  const head = `${MARKS[entry.kind]}${entry.key}`
  if (entry.kind === 'joined' || entry.kind === 'left' || entry.kind === 'unshared')
    return `${head}\n`
  const sure = encodePosition(entry.sure)
  if (entry.kind === 'behind' || entry.kind === 'settled') return `${head} ${sure}\n`
  if (entry.kind === 'shared') return `${head} ${sure} ${entry.until}\n`
  return `${head} ${sure} ${encodePosition(entry.from)} ${entry.until}\n`
}

/** Undefined for a line that was cut off, or that this release does not know. */
export function decodeEntry(line: string): Entry | undefined {
  const [, mark, key, first, second, until] = LINE.exec(line) ?? []
  if (mark === undefined || key === undefined) return undefined
  if (mark === MARKS.joined) return { kind: 'joined', key }
  if (mark === MARKS.left) return { kind: 'left', key }
  if (mark === MARKS.unshared) return { kind: 'unshared', key }
  if (first === undefined) return undefined
  const sure = decodePosition(first)
  if (mark === MARKS.behind) return { kind: 'behind', key, sure }
  if (mark === MARKS.settled) return { kind: 'settled', key, sure }
  if (until === undefined) return undefined
  if (mark === MARKS.shared) return { kind: 'shared', key, sure, until: Number(until) }
  if (second === undefined) return undefined
  const absence = { sure, from: decodePosition(second), until: Number(until) }
  if (mark === MARKS.absent) return { kind: 'absent', key, ...absence }
  return mark === MARKS.gone ? { kind: 'gone', key, ...absence } : undefined
}

const encodePosition = ({ lsn, count }: Position) => `${lsn.toString(16)}:${count.toString(16)}`

function decodePosition(text: string): Position {
  const [lsn = '0', count = '0'] = text.split(':')
  return { lsn: BigInt(`0x${lsn}`), count: Number.parseInt(count, 16) }
}
