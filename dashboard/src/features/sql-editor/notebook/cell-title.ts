import { nameOfQuery } from '../../../components/documents/query-name.ts'
import type { Cell } from './cells.ts'

const HEADING = /^ {0,3}(#{1,6})[ \t]+(.+?)(?:[ \t]+#+)?[ \t]*$/
const FENCE = /^ {0,3}(?:`{3}|~{3})/
const FIRST_COMMENT = /^\s*--+[ \t]*(\S.*)/
const LONGEST = 80
/** A title is near the beginning, and a text can be megabytes long. */
const SEARCHED = 4000

const shortened = (text: string) =>
  text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text

/** The first comment of SQL or else what the query does; the first line of Markdown. */
export function titleOf({ kind, text }: Pick<Cell, 'kind' | 'text'>): string {
  const start = text.slice(0, SEARCHED)
  if (kind === 'sql')
    return shortened(FIRST_COMMENT.exec(start)?.[1]?.trim() ?? nameOfQuery(start) ?? 'Empty query')
  const first = headingsOf(start)[0]?.title ?? start.split('\n').find((line) => line.trim() !== '')
  return shortened(plain(first ?? 'Empty text'))
}

export type Heading = { readonly level: number; readonly title: string }

export function headingsOf(markdown: string): Heading[] {
  let isCode = false
  return markdown.split('\n').flatMap((line) => {
    if (FENCE.test(line)) isCode = !isCode
    const [, marks = '', title = ''] = (isCode ? null : HEADING.exec(line)) ?? []
    return marks === '' ? [] : [{ level: marks.length, title: shortened(plain(title)) }]
  })
}

/** Text without the signs of emphasis, code and links. */
const plain = (text: string) =>
  text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*_`]+/g, '')
    .replace(/^[\s>#+-]+/, '')
    .trim()

export type OutlineEntry = {
  readonly key: string
  readonly cellId: string
  readonly title: string
  /** 0 for the highest. */
  readonly level: number
}

/** The headings of a notebook, with the queries below each of them. */
export function outlineOf(cells: readonly Cell[]): OutlineEntry[] {
  let below = 0
  return cells.flatMap((cell): OutlineEntry[] => {
    if (cell.kind === 'sql')
      return [{ key: cell.id, cellId: cell.id, title: titleOf(cell), level: below }]
    return headingsOf(cell.text.slice(0, SEARCHED)).map(({ level, title }, index) => {
      below = Math.min(level, 3)
      return { key: `${cell.id} ${index}`, cellId: cell.id, title, level: below - 1 }
    })
  })
}
