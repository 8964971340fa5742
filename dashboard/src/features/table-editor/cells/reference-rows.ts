import type { Column } from '@stoa/contract/services/meta/catalogue'
import type { Row } from '@stoa/contract/services/meta/rows'
import type { RowWindow } from '../../../data/resources/services/meta/rows.ts'

/** A row that a foreign key can refer to. */
export type ReferenceRow = {
  readonly key: string
  /** Text that identifies the row for people; empty if the table has none. */
  readonly label: string
}

type List = (window: RowWindow) => Promise<{ columns: string[]; rows: Row[] }>

type Options = {
  columns: readonly Pick<Column, 'name' | 'category'>[]
  /** The referenced column. */
  key: string
  search: string
  signal: AbortSignal
}

const MOST_ROWS = 50

/**
 * The first rows whose key or label contains the search text; an exact match of the key comes
 * first. Each of the two columns is searched separately, so that many matches of one do not hide
 * those of the other.
 */
export async function referenceRows(
  list: List,
  { columns, key, search, signal }: Options,
): Promise<ReferenceRow[]> {
  const label = labelColumn(columns, key)
  const searched = search === '' ? [undefined] : [key, ...(label === undefined ? [] : [label])]
  const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const pages = await Promise.all(
    searched.map((column) =>
      list({
        filters: column === undefined ? [] : [{ column, operator: 'ilike', value: pattern }],
        match: 'all',
        sorts: [],
        limit: MOST_ROWS,
        offset: 0,
        signal,
      }),
    ),
  )
  const found = new Map<string, ReferenceRow>()
  for (const page of pages) {
    const keyAt = page.columns.indexOf(key)
    const labelAt = label === undefined ? -1 : page.columns.indexOf(label)
    for (const { cells } of page.rows) {
      const value = cells[keyAt] ?? null
      if (value !== null && !found.has(value))
        found.set(value, { key: value, label: cells[labelAt] ?? '' })
    }
  }
  const isExact = (row: ReferenceRow) => Number(row.key === search)
  return [...found.values()].toSorted((a, b) => isExact(b) - isExact(a)).slice(0, MOST_ROWS)
}

/**
 * The column that names a row for people: one with a name such as `name`, or else the first text
 * column.
 */
export function labelColumn(
  columns: readonly Pick<Column, 'name' | 'category'>[],
  key: string,
): string | undefined {
  const texts = columns.filter(({ name, category }) => category === 'S' && name !== key)
  const usual = texts.find(({ name }) => /name|title|label|email/i.test(name))
  return (usual ?? texts[0])?.name
}
