import type { FileFormat } from '@stoa/contract/services/table-files'
import { createCsvRecords } from './csv-records.ts'
import { missingColumn } from './problem.ts'
import { textFile } from './read-text.ts'
import type { Cell, FileReader, FileRow } from './reader.ts'

type Csv = Extract<FileFormat, { kind: 'csv' }>

/** CSV. All rows have as many values as the first. */
export function createCsvReader(path: string, format: Csv): FileReader {
  const file = textFile(path, format.encoding)

  async function* records(): AsyncGenerator<readonly FileRow[]> {
    const parser = createCsvRecords({
      delimiter: format.delimiter,
      quote: format.quote ?? '"',
      nullText: format.null_text,
    })
    for await (const text of file.read()) yield parser.push(text)
    yield parser.push('', true)
  }

  const nameAt = (cell: Cell, index: number) =>
    format.has_header && cell ? cell : `column_${index + 1}`

  return {
    async columns() {
      for await (const [first] of records())
        if (first) return first.cells.map((cell, at) => ({ name: nameAt(cell, at) }))
      return []
    },
    async *rows(wanted) {
      let width: number | undefined
      let indexes: readonly number[] = []
      for await (const rows of records()) {
        let from = 0
        if (width === undefined) {
          const [first] = rows
          if (!first) continue
          const names = first.cells.map(nameAt)
          width = names.length
          indexes = wanted.map((name) => names.indexOf(name))
          const missing = wanted.find((name) => !names.includes(name))
          if (missing !== undefined) throw missingColumn(missing)
          if (format.has_header) from = 1
        }
        const expected = width
        yield rows.slice(from).map((row) => pick(row, expected, indexes))
      }
    },
    progress: file.progress,
  }
}

function pick(
  { line, cells, problem }: FileRow,
  width: number,
  indexes: readonly number[],
): FileRow {
  if (problem !== undefined) return { line, cells, problem }
  if (cells.length !== width)
    return {
      line,
      cells,
      problem: `The row has ${count(cells.length)}, but the first row has ${count(width)}`,
    }
  return { line, cells: indexes.map((index) => cells[index] ?? null) }
}

const count = (values: number) => `${values} ${values === 1 ? 'value' : 'values'}`
