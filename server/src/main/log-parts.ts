import path from 'node:path'
import { createLogReader } from '../logs/query/reader.ts'
import type { LogParts } from '../logs/index.ts'
import type { OwnedHost } from './host.ts'

/** The store of the projects' logs, and what reads and compacts it. */
export function createLogParts({ logs, folder, clock, log, shutdown }: OwnedHost): LogParts {
  const place = path.join(folder.logs, 'projects')
  const reader = createLogReader({ store: logs, folder: place, clock, log })
  shutdown.add('background work', () => reader.stop())
  return { store: logs, reader }
}
