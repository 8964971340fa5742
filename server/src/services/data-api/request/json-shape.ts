import { invalidBody } from '../errors.ts'
import { endOfNumber } from './json-number.ts'

/** The facts about a JSON text that planning needs. */
export type JsonShape = {
  readonly kind: 'object' | 'list' | 'other'
  /** The keys of the object, or of the list's first element. */
  readonly keys: readonly string[]
  /** Whether all elements of the list are objects with these keys. */
  readonly isUniform: boolean
}

/** Other work gets a turn after this many bytes, which take about a millisecond. */
export const SLICE = 64 * 1024
/** Far more levels than any real request has, and far fewer than Postgres can parse. */
const MAX_LEVELS = 1000
/** No table has more columns. Further keys are not collected, because the request is refused anyway. */
const MAX_KEYS = 2000
/** No column has a longer name; the rest of a key would only fill the memory. */
const MAX_KEY_BYTES = 300

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
const ESCAPES = new Set(Buffer.from('"\\/bfnrtu'))
const LITERALS = new Map(
  ['true', 'false', 'null'].map((text) => [text.charCodeAt(0), Buffer.from(text)]),
)

const isBlank = (byte: number | undefined) =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/** The tokens that are valid next. */
type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end'

/**
 * Checks that a text is JSON and reads the keys that planning needs, without creating its values: a
 * body of objects would take many times its size. Returns undefined for invalid JSON. Throws
 * PGRST102 (400) if it is nested more than 1000 levels deep.
 */
export function* readJsonShape(bytes: Buffer): Generator<void, JsonShape | undefined> {
  const keys = collectKeys(bytes)
  /** For each open list or object, whether it is an object. */
  const open: boolean[] = []
  let kind: JsonShape['kind'] | undefined
  let expected: Expected = 'value'
  let at = 0
  let pause = SLICE
  for (;;) {
    if (at >= pause) {
      yield
      pause = at + SLICE
    }
    const byte = bytes[at]
    if (byte === undefined) break
    if (isBlank(byte)) at += 1
    else if (expected === ':') {
      if (byte !== COLON) return undefined
      expected = 'value'
      at += 1
    } else if (expected === ', or end') {
      const isObject = open.at(-1)
      if (isObject === undefined) return undefined
      if (byte === COMMA) expected = isObject ? 'key' : 'value'
      else if (byte === (isObject ? CLOSE_OBJECT : CLOSE_LIST)) close()
      else return undefined
      at += 1
    } else if (expected === 'key' || expected === 'key or }') {
      if (byte === CLOSE_OBJECT && expected === 'key or }') {
        close()
        at += 1
        continue
      }
      if (byte !== QUOTE) return undefined
      let end = endOfString(bytes, at + 1, pause)
      if (end < 0) end = yield* endOfLongString(bytes, -end)
      if (end === INVALID) return undefined
      if (isRow()) keys.add(at, end)
      expected = ':'
      at = end
    } else if (byte === CLOSE_LIST && expected === 'value or ]') {
      close()
      at += 1
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      const isObject = byte === OPEN_OBJECT
      kind ??= isObject ? 'object' : 'list'
      if (open.length === 1 && kind === 'list') keys.beginElement(isObject)
      if (open.length >= MAX_LEVELS) throw invalidBody('The JSON is nested too deeply')
      open.push(isObject)
      expected = isObject ? 'key or }' : 'value or ]'
      at += 1
    } else {
      kind ??= 'other'
      if (open.length === 1 && kind === 'list') keys.beginElement(false)
      let end = byte === QUOTE ? endOfString(bytes, at + 1, pause) : endOfWord(bytes, at)
      if (end < 0) end = yield* endOfLongString(bytes, -end)
      if (end === INVALID) return undefined
      expected = ', or end'
      at = end
    }
  }
  if (kind === undefined || open.length > 0 || expected !== ', or end') return undefined
  return { kind, ...keys.result() }

  /** Whether the innermost object is a row: the body itself or an element of its list. */
  function isRow(): boolean {
    return kind === 'object' ? open.length === 1 : open.length === 2 && kind === 'list'
  }

  function close(): void {
    if (isRow() && open.at(-1) === true) keys.endElement()
    open.pop()
    expected = ', or end'
  }
}

/** No valid end: a value takes at least one byte. */
const INVALID = 0

const U = 0x75
const HEX = /^[\da-f]{4}$/i

/**
 * The position after a string's closing quote. If `pause` comes first, the negative position at
 * which to continue.
 */
function endOfString(bytes: Buffer, start: number, pause: number): number {
  let at = start
  for (; at < pause; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === QUOTE) return at + 1
    // An unescaped control character, or the end of the text.
    if (byte < 0x20) return INVALID
    if (byte === BACKSLASH) {
      at += 1
      if (!ESCAPES.has(bytes[at] ?? 0)) return INVALID
      if (bytes[at] === U && !HEX.test(bytes.toString('latin1', at + 1, at + 5))) return INVALID
    }
  }
  return -at
}

function* endOfLongString(bytes: Buffer, start: number): Generator<void, number> {
  let end = -start
  while (end < 0) {
    yield
    end = endOfString(bytes, -end, SLICE - end)
  }
  return end
}

/** The end of a number or of `true`, `false` or `null`. */
function endOfWord(bytes: Buffer, at: number): number {
  const literal = LITERALS.get(bytes[at] ?? 0)
  if (!literal) return endOfNumber(bytes, at) ?? INVALID
  const end = at + literal.length
  return literal.equals(bytes.subarray(at, end)) ? end : INVALID
}

/** Collects the keys of the first row and compares the others with it. */
function collectKeys(bytes: Buffer) {
  const names = new Set<string>()
  /** The first row's keys as they were sent; most rows have the same ones in the same order. */
  const sent: Buffer[] = []
  let row = 0
  let isUniform = true
  let count = 0
  /** The keys of a row in another order. */
  let others: Set<string> | undefined

  function add(start: number, end: number): void {
    if (row === 0) {
      if (names.size >= MAX_KEYS) return
      sent.push(bytes.subarray(start, end))
      names.add(nameOf(bytes, start, end))
      return
    }
    if (!isUniform || names.size >= MAX_KEYS) return
    const same = sent[count]
    if (!others && same && bytes.compare(same, 0, same.length, start, end) === 0) {
      count += 1
      return
    }
    others ??= namesSoFar()
    const name = nameOf(bytes, start, end)
    if (names.has(name)) others.add(name)
    else isUniform = false
  }

  const namesSoFar = () => new Set(sent.slice(0, count).map((key) => nameOf(key, 0, key.length)))

  return {
    add,
    beginElement(isObject: boolean): void {
      if (!isObject) isUniform = false
      count = 0
      others = undefined
    },
    endElement(): void {
      const isChecked = row > 0 && names.size < MAX_KEYS && (others || count < sent.length)
      if (isChecked && (others ?? namesSoFar()).size < names.size) isUniform = false
      row += 1
    },
    result: () => ({ keys: [...names], isUniform }),
  }
}

function nameOf(bytes: Buffer, start: number, end: number): string {
  if (end - start > MAX_KEY_BYTES) return `${bytes.toString('utf8', start + 1, start + 100)}…`
  const text = bytes.toString('utf8', start, end)
  return text.includes('\\') ? String(JSON.parse(text)) : text.slice(1, -1)
}
