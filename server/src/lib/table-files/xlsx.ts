import type { FileFormat } from '@stoa/contract/services/table-files'
import { MAX_SHEET_BYTES, SAMPLE_ROWS } from './limits.ts'
import { FileProblem, missingColumn } from './problem.ts'
import type { Cell, FileReader, FileRow, SourceColumn } from './reader.ts'
import { createSheetRows } from './xlsx-rows.ts'
import { readNumberKinds, readSharedTexts, readWorkbook } from './xlsx-book.ts'
import { openZip } from './zip.ts'

type Xlsx = Extract<FileFormat, { kind: 'xlsx' }>

/** The names of the sheets of a workbook. */
export async function listSheets(path: string): Promise<readonly string[]> {
  const { sheets } = await readWorkbook(await openZip(path))
  return sheets.map(({ name }) => name)
}

/**
 * A sheet of a workbook. Of a formula, its last result is read. Rows without values are left out.
 */
export function createXlsxReader(path: string, format: Xlsx): FileReader {
  let done = 0

  async function* sheetRows(): AsyncGenerator<readonly FileRow[]> {
    const zip = await openZip(path)
    const { sheets, countsFrom1904 } = await readWorkbook(zip)
    const sheet = format.sheet === '' ? sheets[0] : sheets.find(({ name }) => name === format.sheet)
    if (!sheet) throw noSheet(format.sheet)
    const kinds = await readNumberKinds(zip)
    const texts = await readSharedTexts(zip)
    const parser = createSheetRows({ texts, kinds, countsFrom1904 })
    const decoder = new TextDecoder()
    const options = {
      maxBytes: MAX_SHEET_BYTES,
      onProgress: (share: number) => void (done = share),
    }
    for await (const chunk of zip.read(sheet.part, options))
      yield parser.push(decoder.decode(chunk, { stream: true }))
    yield parser.push(decoder.decode())
  }

  async function columns(): Promise<readonly SourceColumn[]> {
    let header: readonly Cell[] | undefined
    let width = 0
    let rows = 0
    for await (const piece of sheetRows()) {
      for (const { cells } of piece) {
        header ??= cells
        width = Math.max(width, widthOf(cells))
        rows += 1
      }
      if (rows > SAMPLE_ROWS) break
    }
    return namesOf(header ?? [], width, format.has_header).map((name) => ({ name }))
  }

  return {
    columns,
    async *rows(wanted) {
      let indexes: readonly number[] | undefined
      for await (const piece of sheetRows()) {
        let rows = piece
        const [first] = rows
        if (!indexes) {
          if (!first) continue
          // Columns after the last name of the header are found in the rows below it.
          const names = (await columns()).map(({ name }) => name)
          const missing = wanted.find((name) => !names.includes(name))
          if (missing !== undefined) throw missingColumn(missing)
          indexes = wanted.map((name) => names.indexOf(name))
          if (format.has_header) rows = rows.slice(1)
        }
        const picked = indexes
        yield rows.map((row) => ({ ...row, cells: picked.map((at) => row.cells[at] ?? null) }))
      }
    },
    progress: () => done,
  }
}

function widthOf(cells: readonly Cell[]): number {
  let width = cells.length
  while (width > 0 && (cells[width - 1] ?? null) === null) width -= 1
  return width
}

const namesOf = (header: readonly Cell[], width: number, hasHeader: boolean) =>
  Array.from({ length: width }, (_, index) => {
    const name = hasHeader ? header[index]?.trim() : undefined
    return name === undefined || name === '' ? `column_${index + 1}` : name
  })

const noSheet = (name: string) =>
  new FileProblem('file_sheet_missing', `The workbook has no sheet named ${name}.`, {
    hint: 'Select one of its sheets.',
  })
