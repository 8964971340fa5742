import os from 'node:os'
import path from 'node:path'
import { silentLog } from '../src/lib/log.ts'
import type { StoredParts } from '../src/project/project.ts'

/** A project's stored parts, for tests of modules that do not use them. */
export const testStoredParts = (ref: string): StoredParts => ({
  ref,
  apiUrl: `http://${ref}.localhost:8000`,
  folder: (service) => path.join(os.tmpdir(), 'nowhere', ref, service),
  addJob: () => Promise.reject(new Error('There is no queue here')),
  count() {},
  log: () => silentLog,
  writeLog() {},
})
