import type { Cell } from './reader.ts'

const ESCAPED = new Map([
  ['\\', String.raw`\\`],
  ['\n', String.raw`\n`],
  ['\r', String.raw`\r`],
  ['\t', String.raw`\t`],
])

/** One row in the format of `copy … from stdin`. */
export const toCopyLine = (row: readonly Cell[]): string => `${row.map(toCopyValue).join('\t')}\n`

const SPECIAL = /[\\\n\r\t]/

const toCopyValue = (cell: Cell): string => {
  if (cell === null) return String.raw`\N`
  if (!SPECIAL.test(cell)) return cell
  return cell.replaceAll(/[\\\n\r\t]/g, (one) => ESCAPED.get(one) ?? one)
}
