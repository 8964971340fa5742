/** The rows that types are inferred from. */
export const SAMPLE_ROWS = 1000
export const MAX_ROWS = 50_000_000
/** Maximum size of one row as text. */
export const MAX_ROW_BYTES = 8 * 1024 * 1024
/** Maximum size of all rows as text; a compressed file can be much smaller. */
export const MAX_LOADED_BYTES = 4 * 1024 * 1024 * 1024
export const MAX_DEPTH = 64
/** Maximum size of a sheet of a workbook, decompressed. */
export const MAX_SHEET_BYTES = 1024 * 1024 * 1024
/** Maximum size of the texts that the sheets of a workbook share, which stay in memory. */
export const MAX_SHARED_BYTES = 128 * 1024 * 1024
/** Maximum size of the other parts of a workbook: the lists of sheets and styles. */
export const MAX_PART_BYTES = 4 * 1024 * 1024
/** Maximum entries of a ZIP archive. */
export const MAX_ENTRIES = 10_000
