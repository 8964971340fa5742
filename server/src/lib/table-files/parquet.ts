import { open, type FileHandle } from 'node:fs/promises'
import {
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
  type AsyncBuffer,
} from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { messageOf } from '../describe-error.ts'
import { checkPages } from './parquet-pages.ts'
import { TEXT_PARSERS, toParquetColumn } from './parquet-values.ts'
import { FileProblem, missingColumn } from './problem.ts'
import type { FileReader } from './reader.ts'

/** Rows that are decoded at once. */
const SLICE = 10_000

/** Parquet. Nested values become JSON. */
export function createParquetReader(path: string): FileReader {
  let done = 0

  async function* slices(wanted?: readonly string[]) {
    const handle = await open(path)
    try {
      const file = await bufferOf(handle)
      const metadata = await parquetMetadataAsync(file, { geoparquet: false })
      const columns = parquetSchema(metadata).children.map(toParquetColumn)
      const missing = wanted?.find((name) => !columns.some((column) => column.name === name))
      if (missing !== undefined) throw missingColumn(missing)
      yield { columns, rows: [], start: 0 }
      await checkPages(file, metadata)
      const total = Number(metadata.num_rows)
      for (let start = 0; start < total; start += SLICE) {
        const rows = await parquetReadObjects({
          file,
          metadata,
          compressors,
          parsers: TEXT_PARSERS,
          utf8: false,
          geoparquet: false,
          rowStart: start,
          rowEnd: Math.min(start + SLICE, total),
          ...(wanted && { columns: [...new Set(wanted)] }),
        })
        done = Math.min(start + SLICE, total) / total
        yield { columns, rows, start }
      }
    } catch (error) {
      if (error instanceof FileProblem) throw error
      const reason = messageOf(error)
      throw new FileProblem('file_invalid', `The file is not valid Parquet: ${reason}.`, {
        hint: 'Check the format of the file.',
      })
    } finally {
      await handle.close()
    }
  }

  return {
    async columns() {
      for await (const { columns } of slices()) return columns
      return []
    },
    async *rows(wanted) {
      for await (const { columns, rows, start } of slices(wanted)) {
        const picked = wanted.map((name) => columns.find((column) => column.name === name))
        yield rows.map((row, index) => ({
          line: start + index + 1,
          cells: picked.map((column) => (column ? column.toCell(row[column.name]) : null)),
        }))
      }
    },
    progress: () => done,
  }
}

async function bufferOf(handle: FileHandle): Promise<AsyncBuffer> {
  const { size } = await handle.stat()
  return {
    byteLength: size,
    async slice(start, end = size) {
      const from = start < 0 ? Math.max(0, size + start) : start
      const length = Math.max(0, Math.min(end, size) - from)
      const bytes = new Uint8Array(length)
      await handle.read(bytes, 0, length, from)
      return bytes.buffer
    },
  }
}
