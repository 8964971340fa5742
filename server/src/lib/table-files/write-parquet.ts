import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ParquetColumn, Rows } from './parquet-writer.ts'

const HEAP_MB = 256

/**
 * A Parquet file in pieces. A thread of its own encodes it, because a group of rows takes longer than
 * other requests should wait.
 */
export async function* writeParquet(
  columns: readonly ParquetColumn[],
  batches: AsyncIterable<Rows>,
): AsyncGenerator<Uint8Array> {
  const worker = new Worker(new URL('./write-parquet-worker.ts', import.meta.url), {
    workerData: columns,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 32 },
  })
  const encode = async (rows: Rows | null): Promise<Uint8Array> => {
    worker.postMessage(rows, [])
    // An error of the thread rejects it.
    const [bytes] = (await once(worker, 'message')) as [Uint8Array]
    return bytes
  }
  try {
    for await (const rows of batches) {
      const bytes = await encode(rows)
      if (bytes.length > 0) yield bytes
    }
    yield await encode(null)
  } finally {
    await worker.terminate()
  }
}
