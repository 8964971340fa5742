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

/**
 * Encodes events as lines of segments. The text of a line is always valid Unicode without control
 * characters.
 */
export function createEventEncoder(clock: Clock): (event: LogEvent) => EncodedEvent {
  const nextId = createEventIds()
  return ({ id, message, severity, requestId, columns, timestamp: given }) => {
    const timestamp = plausible(given, clock.now().getTime())
    const milliseconds = Math.floor(timestamp / 1000)
    const idText = id === undefined ? `"${nextId(milliseconds)}"` : textOf(id)
    const request = requestId === undefined ? '' : `,"request_id":${textOf(requestId)}`
    const line = `{"id":${idText},"timestamp":${timestamp},"event_message":${textOf(message)},"severity":"${severity}"${request}${columnsOf(columns)}}\n`
    return { hour: milliseconds - (milliseconds % HOUR_MS), line }
  }
}

/** The time in whole microseconds. Times that cannot be right are replaced by the current one. */
function plausible(timestamp: number | undefined, now: number): number {
  if (timestamp === undefined) return now * 1000
  const age = now - timestamp / 1000
  return age < MAX_PAST_MS && age > -MAX_FUTURE_MS ? Math.trunc(timestamp) : now * 1000
}

/** The columns as they are inside an object, after a comma. */
function columnsOf(columns: LogEvent['columns']): string {
  // Every request waits for this, and nearly all columns are short and need no change.
  const text = JSON.stringify(columns)
  const inside =
    text.length > MAX_TEXT_LENGTH || ESCAPED.test(text) ? JSON.stringify(cleaned(columns)) : text
  return inside === '{}' ? '' : `,${inside.slice(1, -1)}`
}

/** Escapes of control characters, and of halves of characters. */
const ESCAPED = /\\(?:u|b|f)/

function cleaned(columns: LogEvent['columns']): LogEvent['columns'] {
  let left = MAX_EVENT_LENGTH
  const result: Record<string, LogValue> = {}
  for (const [name, value] of Object.entries(columns))
    if (typeof value !== 'string') result[name] = value
    else if (left > 0) {
      result[name] = cleanText(value, Math.min(left, MAX_TEXT_LENGTH))
      left -= value.length
    }
  return result
}

/** Text that needs no escapes: nearly all of it. */
const PLAIN = /^[ !#-[\]-~]*$/

const textOf = (text: string): string =>
  text.length <= MAX_TEXT_LENGTH && PLAIN.test(text)
    ? `"${text}"`
    : JSON.stringify(cleanText(text, MAX_TEXT_LENGTH))

// oxlint-disable-next-line no-control-regex -- These characters are the ones that are replaced.
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g
// oxlint-disable-next-line no-control-regex -- The same, and halves of characters.
const UNSTORABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]/

/** Terminals obey some control characters, and most stores refuse NUL. */
const visible = (character: string) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`

function cleanText(text: string, maxLength: number): string {
  const short =
    text.length > maxLength
      ? `${text.slice(0, maxLength)} [${text.length - maxLength} more characters were cut]`
      : text
  return UNSTORABLE.test(short) ? short.replace(CONTROLS, visible).toWellFormed() : short
}
