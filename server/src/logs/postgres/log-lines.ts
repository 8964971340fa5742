/** Longer lines are cut: their beginning is one event, and the rest is skipped. */
export const MAX_LINE_BYTES = 1024 * 1024

const LINE_BREAK = 0x0a

export type LogLines = {
  /** Lines without their line breaks, and where each begins. */
  readonly lines: readonly { readonly bytes: Buffer; readonly at: number }[]
  /** Bytes that are dealt with. */
  readonly consumed: number
  /** The bytes end within a line that is too long, whose rest is to be skipped. */
  readonly skips: boolean
}

/**
 * Splits bytes of a log into lines. An incomplete last line stays for later, unless it is already
 * too long.
 */
export function splitLines(bytes: Buffer, isSkipping: boolean): LogLines {
  let at = 0
  if (isSkipping) {
    const end = bytes.indexOf(LINE_BREAK)
    if (end === -1) return { lines: [], consumed: bytes.length, skips: true }
    at = end + 1
  }
  const lines: { bytes: Buffer; at: number }[] = []
  for (;;) {
    const end = bytes.indexOf(LINE_BREAK, at)
    if (end === -1) break
    if (end > at) lines.push({ bytes: bytes.subarray(at, Math.min(end, at + MAX_LINE_BYTES)), at })
    at = end + 1
  }
  if (bytes.length - at < MAX_LINE_BYTES) return { lines, consumed: at, skips: false }
  lines.push({ bytes: bytes.subarray(at, at + MAX_LINE_BYTES), at })
  return { lines, consumed: bytes.length, skips: true }
}
