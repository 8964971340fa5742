const LINE_END = /\r\n|\r|\n/g

/** A text as a field of the browser has it: every line ends with a line feed. */
export const withLineFeeds = (text: string): string => text.replaceAll(LINE_END, '\n')

/**
 * Text from a field of the browser, with the line ends of the original. A field turns each of them
 * into a line feed, so an edit would change lines that nobody has touched. Lines before and after the
 * edited part keep their ends; new lines get the end of the original’s first line.
 */
export function restoreLineEnds(original: string, typed: string): string {
  const ends = original.match(LINE_END) ?? []
  const [usual] = ends
  if (usual === undefined || ends.every((end) => end === '\n')) return typed
  const before = withLineFeeds(original)
  const shorter = Math.min(before.length, typed.length)
  let start = 0
  while (start < shorter && before[start] === typed[start]) start += 1
  let tail = 0
  while (tail < shorter - start && before.at(-1 - tail) === typed.at(-1 - tail)) tail += 1
  const first = countLines(before.slice(0, start))
  const last = countLines(before.slice(before.length - tail))
  const lines = countLines(typed)
  let line = -1
  return typed.replaceAll('\n', () => {
    line += 1
    if (line < first) return ends[line] ?? usual
    return line < lines - last ? usual : (ends[ends.length - (lines - line)] ?? usual)
  })
}

const countLines = (text: string): number => text.split('\n').length - 1
