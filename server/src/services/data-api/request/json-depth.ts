const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

/**
 * Whether lists and objects of a JSON text are nested more than `levels` deep. Stops reading there.
 */
export function isNestedBeyond(text: string, levels: number): boolean {
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) isQuoted = !isQuoted
    else if (isQuoted) at += code === BACKSLASH ? 1 : 0
    else if (CLOSING.has(code)) depth -= 1
    else if (OPENING.has(code)) {
      depth += 1
      if (depth > levels) return true
    }
  }
  return false
}
