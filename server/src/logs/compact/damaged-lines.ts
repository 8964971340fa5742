import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { once } from 'node:events'

/** The lines of a segment that are no events. */
export type DamagedLines = { readonly count: number; readonly file: string | undefined }

/** Lines beyond this size in all are counted, not kept. */
const MAX_KEPT_BYTES = 1024 * 1024

/** The number of lines of a file that are not empty. */
export async function countLines(file: string): Promise<number> {
  let lines = 0
  let isEmpty = true
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>)
    for (let at = 0; at < chunk.length;) {
      const end = chunk.indexOf(0x0a, at)
      if (end === -1) {
        isEmpty = false
        break
      }
      if (end > at || !isEmpty) lines++
      isEmpty = true
      at = end + 1
    }
  return isEmpty ? lines : lines + 1
}

/** Copies lines that are no events to a file beside the segment, so that a person can look at them. */
export async function moveDamagedLines(segment: string, to: string): Promise<DamagedLines> {
  const output = createWriteStream(to, { mode: 0o600 })
  let count = 0
  let bytes = 0
  for await (const line of createInterface({ input: createReadStream(segment) })) {
    if (line === '' || isEvent(line)) continue
    count++
    if (bytes >= MAX_KEPT_BYTES) continue
    bytes += line.length
    if (!output.write(`${line}\n`)) await once(output, 'drain')
  }
  output.end()
  await once(output, 'finish')
  return { count, file: to }
}

function isEvent(line: string): boolean {
  try {
    const value = JSON.parse(line) as { id?: unknown; timestamp?: unknown } | null
    return typeof value?.id === 'string' && Number.isSafeInteger(value.timestamp)
  } catch {
    return false
  }
}
