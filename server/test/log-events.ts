import { readFile } from 'node:fs/promises'
import type { LogSourceName } from '@stoa/contract/catalog/log-sources'
import type { LogStore } from '../src/logs/port.ts'

export type StoredEvent = {
  readonly id: string
  readonly timestamp: number
  readonly event_message: string
  readonly severity: string
  readonly request_id?: string
  readonly [column: string]: unknown
}

/** All events of a source that are not compacted, the oldest segment first. */
export async function readEvents(
  store: LogStore,
  ref: string,
  source: LogSourceName,
): Promise<readonly StoredEvent[]> {
  await store.flush(ref)
  const files = await store.files(ref, source, { from: 0, to: Number.MAX_SAFE_INTEGER })
  const events: StoredEvent[] = []
  for (const file of files) {
    if (file.format !== 'ndjson') continue
    const text = await readFile(file.path, 'utf8')
    if (text !== '' && !text.endsWith('\n')) throw new Error(`${file.name} ends within a line`)
    for (const line of text.split('\n').slice(0, -1)) events.push(JSON.parse(line))
  }
  return events
}
