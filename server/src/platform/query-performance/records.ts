import type { ServiceSession } from '../../postgres/database.ts'
import type { QueryRecords } from '../../project/query-records.ts'
import {
  addUses,
  deleteExpired,
  deleteQueries,
  findBaseline,
  findQueryRows,
  listPoints,
  listQueryRows,
  replaceBaseline,
} from './queries.ts'

/** The records that are kept of the queries of projects, for the service. */
export const createQueryRecords = (session: ServiceSession): QueryRecords => ({
  async readBaseline(ref) {
    const row = await findBaseline(session, ref)
    if (!row) return undefined
    const { revision, read_at: readAt, reset_at: resetAt, counters } = row
    return { revision, readAt, resetAt, counters: new Map(Object.entries(counters)) }
  },
  saveReading: (ref, reading, retention) =>
    session.transaction(async (tx) => {
      if ((await replaceBaseline(tx, ref, reading, { isReset: false })) === 0) return false
      if (reading.uses.length > 0) await addUses(tx, ref, reading)
      await deleteExpired(tx, ref, retention)
      return true
    }),
  reset: (ref, reading) =>
    session.transaction(async (tx) => {
      if ((await replaceBaseline(tx, ref, reading, { isReset: true })) === 0) return false
      await deleteQueries(tx, ref)
      return true
    }),
  listQueries: (ref, since, max) => listQueryRows(session, ref, { since, max }),
  readQuery: (ref, id, since) => findQueryRows(session, ref, id, since),
  readPoints: (ref, id, options) => listPoints(session, ref, { id, ...options }),
})
