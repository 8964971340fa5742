import path from 'node:path'
import { freeBytes } from '../lib/free-bytes.ts'
import { createCompaction } from '../logs/compact/compaction.ts'
import type { LogParts } from '../logs/index.ts'
import { createReaderAccounts } from '../logs/query/account.ts'
import { createLogReader } from '../logs/query/reader.ts'
import type { OwnedHost } from './host.ts'

/** The store of the projects' logs, and the parts that read and compact it. */
export function createLogParts({ logs, folder, clock, log, shutdown }: OwnedHost): LogParts {
  const place = path.join(folder.logs, 'projects')
  const accounts = createReaderAccounts(place)
  const reader = createLogReader({ store: logs, folder: place, accounts, clock, log })
  const compaction = createCompaction({ store: logs, folder: place, accounts, log })
  shutdown.add('background work', () => reader.stop())
  shutdown.add('background work', () => compaction.stop())
  compaction.start()
  return { store: logs, reader, freeBytes: () => freeBytes(folder.logs) }
}
