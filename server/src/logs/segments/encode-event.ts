import type { Clock } from '../../lib/clock.ts'
import type { LogEvent, LogValue } from '../../project/log-sink.ts'
import { createEventIds } from './event-id.ts'
import { MAX_EVENT_LENGTH, MAX_FUTURE_MS, MAX_PAST_MS, MAX_TEXT_LENGTH } from './limits.ts'

const HOUR_MS = 3_600_000

export type EncodedEvent = {
  /** The beginning of its hour, in milliseconds since 1970. */
  readonly hour: number
  /** One object as JSON, with a line break. */
  readonly line: string
}

/** Encodes events as lines of segments. The text of a line is always valid Unicode
 * without control characters. */
export function createEventEncoder(clock: Clock): (event: LogEvent) => EncodedEvent {
  const nextId = createEventIds()
  return (event) => {
    const now = clock.now().getTime()
    const timestamp = plausible(event.timestamp, now)
    const milliseconds = Math.floor(timestamp / 1000)
    const row: Record<string, LogValue> = {
      id: event.id === undefined ? nextId(milliseconds) : cleanText(event.id),
      timestamp,
      event_message: cleanText(event.message),
      severity: event.severity,
      request_id: event.requestId,
    }
    addColumns(row, event.columns)
    return { hour: milliseconds - (milliseconds % HOUR_MS), line: `${JSON.stringify(row)}\n` }
  }
}

/** The time in whole microseconds. Times that cannot be right are replaced by the current one. */
function plausible(timestamp: number | undefined, now: number): number {
  if (timestamp === undefined) return now * 1000
  const age = now - timestamp / 1000
  return age < MAX_PAST_MS && age > -MAX_FUTURE_MS ? Math.trunc(timestamp) : now * 1000
}

function addColumns(row: Record<string, LogValue>, columns: LogEvent['columns']): void {
  let left = MAX_EVENT_LENGTH
  for (const name in columns) {
    const value = columns[name]
    if (typeof value !== 'string') row[name] = value
    else if (left > 0) {
      row[name] = cleanText(value, Math.min(left, MAX_TEXT_LENGTH))
      left -= value.length
    }
  }
}

// oxlint-disable-next-line no-control-regex -- These characters are the ones that are replaced.
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g
// oxlint-disable-next-line no-control-regex -- The same, and halves of characters.
const UNSTORABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]/

/** Terminals obey some control characters, and most stores refuse NUL. */
const visible = (character: string) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`

function cleanText(text: string, maxLength: number = MAX_TEXT_LENGTH): string {
  const short =
    text.length > maxLength
      ? `${text.slice(0, maxLength)} [${text.length - maxLength} more characters were cut]`
      : text
  return UNSTORABLE.test(short) ? short.replace(CONTROLS, visible).toWellFormed() : short
}
