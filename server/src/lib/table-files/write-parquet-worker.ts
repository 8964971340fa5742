import { parentPort, workerData } from 'node:worker_threads'
import { createParquetWriter, type ParquetColumn, type Rows } from './parquet-writer.ts'

/** Sends the bytes that are complete after each message. Null ends the file. */
function serve(columns: readonly ParquetColumn[]): void {
  const writer = createParquetWriter(columns)
  parentPort?.on('message', (rows: Rows | null) => {
    const bytes = rows === null ? writer.end() : writer.push(rows)
    parentPort?.postMessage(bytes, [bytes.buffer])
  })
}

serve(workerData)
