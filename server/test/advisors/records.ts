import type { AdvisorRecords } from '../../src/project/advisor-records.ts'
import type { IgnoredFinding } from '@stoa/contract/services/advisors/advisors'

/** Records in memory, as the platform keeps them for one project. */
export function createMemoryRecords(): AdvisorRecords {
  let report: Awaited<ReturnType<AdvisorRecords['readReport']>>
  let ignored: IgnoredFinding[] = []
  return {
    readReport: async () => report,
    saveReport: async (_ref, saved) => void (report = saved),
    listIgnored: async () => ignored,
    async addIgnored(_ref, { id, rule, cacheKey, reason, at }) {
      const added = {
        id,
        rule,
        cache_key: cacheKey,
        reason,
        ignored_by: 'ada@example.com',
        ignored_at: at.toISOString(),
      }
      ignored = [added, ...ignored]
      return added
    },
    async removeIgnored(_ref, id) {
      const before = ignored.length
      ignored = ignored.filter((each) => each.id !== id)
      return ignored.length < before
    },
    countOwners: async () => 2,
  }
}

/** For tests whose projects are never checked. */
export const noAdvisorRecords = (): AdvisorRecords => createMemoryRecords()
