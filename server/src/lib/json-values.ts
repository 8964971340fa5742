const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, OPEN_OBJECT] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b]

/** Yields to other work after this many bytes. */
const SLICE = 128 * 1024

/**
 * Whether a JSON text holds more than `most` values. Counts commas and brackets outside of strings,
 * without checking that the text is valid.
 */
export function* holdsMoreValues(bytes: Buffer, most: number): Generator<void, boolean> {
  let count = 1
  let isQuoted = false
  let pause = SLICE
  for (let at = 0; at < bytes.length; at += 1) {
    if (at >= pause) {
      yield
      pause = at + SLICE
    }
    const byte = bytes[at]
    if (byte === QUOTE) isQuoted = !isQuoted
    else if (isQuoted) {
      if (byte === BACKSLASH) at += 1
    } else if (byte === COMMA || byte === OPEN_LIST || byte === OPEN_OBJECT) {
      count += 1
      if (count > most) return true
    }
  }
  return false
}
