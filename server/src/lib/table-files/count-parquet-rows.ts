import { asyncBufferFromFile, parquetMetadataAsync } from 'hyparquet'

/** The number of rows of a Parquet file, from its end alone. */
export async function countParquetRows(path: string): Promise<number> {
  const file = await asyncBufferFromFile(path)
  return Number((await parquetMetadataAsync(file, { geoparquet: false })).num_rows)
}
