import { ParameterType, type QueryParameter } from '@stoa/contract/services/meta/query'
import { isRecord } from '../../../data/client/http.ts'
import { isView } from '../view-settings.ts'
import { MOST_CELLS, type Cell, type Notebook } from './cells.ts'

/** `-- %% sql {"id":"…"}` begins a cell. Its properties are optional. */
const MARK = /^-- %% (sql|markdown|parameters)(?: (.*))?$/
/** Lines of a cell that look like a mark get one more percent sign. */
const LIKE_MARK = /^-- %%/
const ESCAPED = /^-- %%%/
const COMMENT = /^-- ?/

/**
 * The text that a notebook is stored as: SQL, in which comments separate the cells and contain the
 * Markdown. So versions, conflicts and search show the lines that a person wrote.
 */
export function notebookText({ parameters, cells }: Notebook): string {
  const marks = parameters.length > 0 ? [`-- %% parameters ${JSON.stringify(parameters)}`] : []
  return [...marks, ...cells.flatMap((cell) => [markOf(cell), ...linesOf(cell)])].join('\n')
}

function markOf({ kind, id, isCollapsed, ...cell }: Cell): string {
  const view = 'view' in cell ? cell.view : undefined
  return `-- %% ${kind} ${JSON.stringify({ id, ...(isCollapsed && { collapsed: true }), view })}`
}

const linesOf = ({ kind, text }: Cell) =>
  text
    .split('\n')
    .map((line) => (kind === 'markdown' ? `--${line === '' ? '' : ' '}${line}` : line))
    .map((line) => (LIKE_MARK.test(line) ? line.replace('%%', '%%%') : line))

type Opened = { kind: Cell['kind']; properties: Record<string, unknown>; lines: string[] }

/** Reads any text: one without marks is a notebook with one cell of SQL. */
export function readNotebook(text: string): Notebook {
  let parameters: QueryParameter[] = []
  const opened: Opened[] = []
  for (const line of text.split('\n')) {
    const mark = MARK.exec(line)
    const [kind, properties] = [mark?.[1], parsed(mark?.[2])]
    if (kind === 'parameters' && Array.isArray(properties))
      parameters = properties.filter(isParameter)
    else if ((kind === 'sql' || kind === 'markdown') && opened.length < MOST_CELLS)
      opened.push({ kind, properties: isRecord(properties) ? properties : {}, lines: [] })
    else (opened.at(-1) ?? began(opened)).lines.push(line)
  }
  if (opened.length === 0) began(opened)
  const ids = new Set<string>()
  return {
    parameters,
    cells: opened.map((cell, index) => toCell(cell, uniqueId(cell, index, ids))),
  }
}

function began(opened: Opened[]): Opened {
  const cell: Opened = { kind: 'sql', properties: {}, lines: [] }
  opened.push(cell)
  return cell
}

function toCell({ kind, properties, lines }: Opened, id: string): Cell {
  const isCollapsed = properties['collapsed'] === true
  const text = lines.map((line) => (ESCAPED.test(line) ? line.replace('%%%', '%%') : line))
  if (kind === 'markdown')
    return { kind, id, isCollapsed, text: text.map((line) => line.replace(COMMENT, '')).join('\n') }
  const { view } = properties
  return { kind, id, isCollapsed, text: text.join('\n'), ...(isView(view) && { view }) }
}

/** People can write marks by hand, without an id or with one twice. */
function uniqueId({ properties: { id } }: Opened, index: number, taken: Set<string>): string {
  let unique = typeof id === 'string' && /^[\w-]{1,64}$/.test(id) ? id : `cell-${index + 1}`
  while (taken.has(unique)) unique = `${unique}-${index + 1}`
  taken.add(unique)
  return unique
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

const isParameter = (value: unknown): value is QueryParameter =>
  isRecord(value) &&
  typeof value['name'] === 'string' &&
  (value['value'] === null || typeof value['value'] === 'string') &&
  ParameterType.options.some((type) => type === value['type'])
