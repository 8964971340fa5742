import type { QueryRecords } from '../../src/project/query-records.ts'

/** For tests whose projects have no statistics of queries. */
export const noQueryRecords = (): QueryRecords => ({
  readBaseline: async () => undefined,
  saveReading: async () => true,
  reset: async () => true,
  listQueries: async () => [],
  readQuery: async () => [],
  readPoints: async () => [],
})
