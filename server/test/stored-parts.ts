import os from 'node:os'
import path from 'node:path'
import { silentLog } from '../src/lib/log.ts'
import type { StoredParts } from '../src/project/project.ts'

/** What a project has whether or not it runs, for tests of modules that use none of it. */
export const testStoredParts = (ref: string): StoredParts => ({
  ref,
  apiUrl: `http://${ref}.localhost:8000`,
  folder: (service) => path.join(os.tmpdir(), 'nowhere', ref, service),
  addJob: () => Promise.reject(new Error('There is no queue here')),
  count() {},
  log: () => silentLog,
})
