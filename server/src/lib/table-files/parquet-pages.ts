import type { AsyncBuffer, FileMetaData } from 'hyparquet'
import { parquetHeader } from 'hyparquet/src/column.js'
import { FileProblem } from './problem.ts'

const MAX_PAGE_BYTES = 128 * 1024 * 1024
const MAX_PAGE_VALUES = 4_000_000
const HEADER_BYTES = 64 * 1024

/**
 * Checks the headers of all pages before one is decoded, because a decoder allocates the size in a
 * header outside the heap whose size the thread limits.
 */
export async function checkPages(file: AsyncBuffer, metadata: FileMetaData): Promise<void> {
  for (const group of metadata.row_groups) {
    for (const { meta_data: chunk, file_path: other } of group.columns) {
      if (!chunk || other !== undefined) throw invalid('a column is not in the file')
      const start = Number(chunk.dictionary_page_offset ?? chunk.data_page_offset)
      const first = Math.min(start, Number(chunk.data_page_offset))
      const end = first + Number(chunk.total_compressed_size)
      if (!(first >= 0 && end <= file.byteLength && end >= first))
        throw invalid('a column is outside the file')
      let offset = first
      while (offset < end - 1) {
        const window = await file.slice(offset, Math.min(end, offset + HEADER_BYTES))
        const reader = { view: new DataView(window), offset: 0 }
        const header = parquetHeader(reader)
        const values =
          header.data_page_header?.num_values ??
          header.data_page_header_v2?.num_values ??
          header.dictionary_page_header?.num_values ??
          0
        const sizes = [values, header.compressed_page_size, header.uncompressed_page_size]
        if (sizes.some((size) => !Number.isInteger(size) || size < 0)) throw invalid('a page')
        if (values > MAX_PAGE_VALUES || header.uncompressed_page_size > MAX_PAGE_BYTES)
          throw new FileProblem('file_page_too_large', 'A page of the Parquet file is too large.', {
            hint: 'Write the file with pages of a few megabytes.',
          })
        offset += reader.offset + header.compressed_page_size
      }
    }
  }
}

const invalid = (reason: string) =>
  new FileProblem('file_invalid', `The file is not valid Parquet: ${reason}.`)
