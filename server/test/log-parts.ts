import type { LogParts } from '../src/logs/index.ts'

const none = async () => {}

/** Logs that keep nothing, for tests that do not read them. */
export const noLogParts: LogParts = {
  freeBytes: async () => Number.MAX_SAFE_INTEGER,
  store: {
    write() {},
    flush: none,
    files: async () => [],
    closedSegments: async () => [],
    replace: none,
    dropped: () => 0,
    storage: async () => ({ bytes: 0, oldest: undefined, dropped: 0, damaged: 0 }),
    expire: none,
    watch: () => () => {},
    remove: none,
    stop: none,
  },
  reader: {
    read: async () => ({ columns: [], rows: [], isTruncated: false, damaged: [] }),
    readAsMember: async () => ({ columns: [], rows: [], isTruncated: false, damaged: [] }),
    stop() {},
  },
}
