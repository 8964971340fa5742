import type { Cell } from './reader.ts'

const ESCAPED: Readonly<Record<string, string>> = {
  '\\': String.raw`\\`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
}

/** One row as `copy … from stdin` reads it. */
export const toCopyLine = (row: readonly Cell[]): string =>
  `${row.map((cell) => (cell === null ? String.raw`\N` : cell.replaceAll(/[\\\n\r\t]/g, (one) => ESCAPED[one] ?? one))).join('\t')}\n`
