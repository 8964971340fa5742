import type { FailedRule, Finding, IgnoredFinding } from '@stoa/contract/services/advisors/advisors'
import type { z } from 'zod'

/** The result of one check of a project's database. */
export type StoredReport = {
  readonly checkedAt: Date
  readonly durationMs: number
  readonly findings: readonly Finding[]
  readonly failed: readonly z.infer<typeof FailedRule>[]
  readonly truncated: readonly string[]
}

export type NewIgnored = {
  readonly id: string
  readonly rule: string
  readonly cacheKey: string | null
  readonly reason: string
  /** Null for the operator credential, which has no account. */
  readonly userId: string | null
  readonly at: Date
}

/**
 * The platform's records of a project's advisors. They can be read while the project is asleep, and
 * its owner cannot change them in the database.
 */
export type AdvisorRecords = {
  /** The last report; undefined before the first, or if an older release has written it. */
  readReport(ref: string): Promise<StoredReport | undefined>
  /** A report of an earlier check does not replace a later one. */
  saveReport(ref: string, report: StoredReport): Promise<void>
  listIgnored(ref: string): Promise<readonly IgnoredFinding[]>
  /** Replaces the reason if the finding is already ignored. Undefined if there are `max` others. */
  addIgnored(ref: string, ignored: NewIgnored, max: number): Promise<IgnoredFinding | undefined>
  /** False if there is none with this id. */
  removeIgnored(ref: string, id: string): Promise<boolean>
  countOwners(ref: string): Promise<number>
}
