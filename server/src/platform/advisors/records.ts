import type { AdvisorRecords } from '../../project/advisor-records.ts'
import type { Session } from '../../postgres/database.ts'
import {
  countOwnersOf,
  deleteIgnored,
  findReport,
  listIgnoredRows,
  upsertIgnored,
  upsertReport,
} from './queries.ts'

/** The records that the advisors of projects keep, for the service. */
export const createAdvisorRecords = (session: Session): AdvisorRecords => ({
  async readReport(ref) {
    const row = await findReport(session, ref)
    if (!row) return undefined
    const { checked_at: checkedAt, duration_ms: durationMs, ...report } = row
    return { checkedAt, durationMs, ...report }
  },
  async saveReport(ref, report) {
    await upsertReport(session, ref, report)
  },
  listIgnored: (ref) => listIgnoredRows(session, ref),
  addIgnored: (ref, ignored, max) => upsertIgnored(session, ref, { ...ignored, max }),
  removeIgnored: async (ref, id) => (await deleteIgnored(session, ref, id)) > 0,
  countOwners: (ref) => countOwnersOf(session, ref),
})
