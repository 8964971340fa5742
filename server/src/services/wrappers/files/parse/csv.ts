import type { FileFormat } from '@stoa/contract/services/wrappers/files'
import { CsvError, parse } from 'csv-parse'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream'
import { MAX_ROW_BYTES } from '../limits.ts'
import { FileProblem, missingColumn } from './problem.ts'
import { readText } from './read-text.ts'
import type { Cell, FileReader } from './reader.ts'

type Csv = Extract<FileFormat, { kind: 'csv' }>

const toRow = (record: unknown): readonly Cell[] => {
  if (!Array.isArray(record)) throw new TypeError('A record is a list')
  return record.map((cell: unknown) => (typeof cell === 'string' ? cell : null))
}

/**
 * CSV as in RFC 4180, with quotes and any line ends. All records have as many fields as the first.
 */
export function createCsvReader(path: string, format: Csv): FileReader {
  async function* records(): AsyncGenerator<readonly Cell[]> {
    const parser = parse({
      bom: true,
      delimiter: format.delimiter,
      max_record_size: MAX_ROW_BYTES,
      skip_empty_lines: true,
      cast: (value, { quoting }) => (!quoting && value === format.null_text ? null : value),
    })
    pipeline(Readable.from(readText(path)), parser, () => {})
    try {
      for await (const record of parser) yield toRow(record)
    } catch (error) {
      throw error instanceof CsvError ? refusal(error) : error
    }
  }

  const nameAt = (cell: Cell, index: number) =>
    format.has_header && cell ? cell : `column_${index + 1}`

  return {
    async columns() {
      for await (const first of records())
        return first.map((cell, at) => ({ name: nameAt(cell, at) }))
      return []
    },
    async *rows(wanted) {
      let indexes: readonly number[] | undefined
      for await (const record of records()) {
        if (!indexes) {
          const names = record.map(nameAt)
          indexes = wanted.map((name) => names.indexOf(name))
          const missing = wanted.find((name) => !names.includes(name))
          if (missing !== undefined) throw missingColumn(missing)
          if (format.has_header) continue
        }
        yield indexes.map((index) => record[index] ?? null)
      }
    },
  }
}

/** The parser's problems in words; its own messages quote positions in its buffer. */
const PROBLEMS: ReadonlyMap<string, string> = new Map([
  ['INVALID_OPENING_QUOTE', 'a quote is in the middle of a value'],
  ['CSV_INVALID_CLOSING_QUOTE', 'text follows the closing quote of a value'],
  ['CSV_QUOTE_NOT_CLOSED', 'the quote of a value is never closed'],
  ['CSV_RECORD_INCONSISTENT_FIELDS_LENGTH', 'a row has more or fewer values than the first'],
])

function refusal({ code, message, lines }: CsvError & { readonly lines?: unknown }): FileProblem {
  const line = typeof lines === 'number' ? lines : null
  if (code === 'CSV_MAX_RECORD_SIZE')
    return new FileProblem('file_row_too_large', 'A row has more than 8 MB.', {
      line,
      hint: 'Check the delimiter and the quotes.',
    })
  return new FileProblem(
    'file_invalid',
    `The file is not valid CSV: ${PROBLEMS.get(code) ?? message}.`,
    {
      line,
      hint: 'Check the delimiter and the quotes.',
    },
  )
}
