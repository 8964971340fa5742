import type { Cell as Value } from '@stoa/contract/services/meta/cell'
import { toMarkdown } from '../../../components/result-grid/export-rows.ts'
import { splitStatements } from '@stoa/contract/services/meta/statements'
import { asWritten } from '../query-parameters.ts'
import type { Cell, Notebook, SqlCell } from './cells.ts'

/** The rows of a cell that are shown. */
export type ShownRows = {
  readonly columns: readonly { name: string; type: string }[]
  readonly rows: readonly (readonly Value[])[]
}

const MOST_ROWS = 100

/** A notebook as Markdown, with the rows that the page shows. */
export function toMarkdownFile(
  { parameters, cells }: Notebook,
  rowsOf: (cellId: string) => ShownRows | undefined,
): string {
  const values = parameters.map(
    ({ name, value }) => `- \`${asWritten(name)}\`: ${value === null ? 'NULL' : inCode(value)}`,
  )
  const parts = cells.flatMap((cell) => {
    if (cell.text.trim() === '') return []
    if (cell.kind === 'markdown') return [cell.text.trim()]
    return [fenced(cell), ...rowsAsMarkdown(rowsOf(cell.id))]
  })
  return `${[...(values.length > 0 ? [values.join('\n')] : []), ...parts].join('\n\n')}\n`
}

function rowsAsMarkdown(shown: ShownRows | undefined): string[] {
  if (!shown || shown.rows.length === 0) return []
  const { columns, rows } = shown
  const table = toMarkdown(columns, rows.slice(0, MOST_ROWS)).trimEnd()
  return rows.length > MOST_ROWS
    ? [table, `The first ${MOST_ROWS} of ${rows.length.toLocaleString('en')} rows.`]
    : [table]
}

/** A fence that is longer than any run of backticks in the text. */
function fenced({ text }: SqlCell): string {
  const fence = '`'.repeat(Math.max(3, longestTicks(text) + 1))
  return `${fence}sql\n${text.trimEnd()}\n${fence}`
}

function inCode(text: string): string {
  const ticks = '`'.repeat(longestTicks(text) + 1)
  const space = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return `${ticks}${space}${text.replaceAll(/\s+/g, ' ')}${space}${ticks}`
}

const longestTicks = (text: string) =>
  Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))

/** A notebook as a script: Markdown becomes comments, and every cell ends with a semicolon. */
export function toSqlFile({ parameters, cells }: Notebook): string {
  const values = parameters.map(
    ({ name, value }) => `${asWritten(name)} = ${value === null ? 'NULL' : JSON.stringify(value)}`,
  )
  const head = values.length > 0 ? [commented(['Parameters', ...values].join('\n'))] : []
  return `${[...head, ...cells.flatMap(asSql)].join('\n\n')}\n`
}

function asSql({ kind, text }: Cell): string[] {
  const trimmed = text.trim()
  if (trimmed === '') return []
  if (kind === 'markdown') return [commented(trimmed)]
  const last = splitStatements(trimmed).at(-1)
  if (!last) return [trimmed]
  // After a comment, a semicolon would be part of it.
  return [trimmed[last.end] === ';' ? trimmed : `${trimmed}\n;`]
}

const commented = (text: string) =>
  text
    .split('\n')
    .map((line) => `--${line === '' ? '' : ' '}${line}`)
    .join('\n')
