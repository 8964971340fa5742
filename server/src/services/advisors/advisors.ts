import { randomUUID } from 'node:crypto'
import type {
  AdvisorCategory,
  AdvisorReport,
  AdvisorRule,
  Finding,
  IgnoredFinding,
  readAdvisorSummary,
} from '@stoa/contract/services/advisors/advisors'
import type { z } from 'zod'
import type { Clock } from '../../lib/clock.ts'
import { createSharedRuns } from '../../lib/shared-runs.ts'
import type { AdvisorRecords } from '../../project/advisor-records.ts'
import type { Member } from '../../project/member.ts'
import type { Project, StoredProject } from '../../project/project.ts'
import { ruleOfKey } from './cache-key.ts'
import { ignoredFindingNotFound, ruleNotFound, tooManyIgnored } from './errors.ts'
import { MAX_IGNORED, MAX_TOP_FINDINGS } from './limits.ts'
import { LINTS } from './lint-list.ts'
import { checkDatabase } from './read-database.ts'
import { checkSettings, SETTINGS_RULES } from './settings-checks.ts'

export const RULES: readonly AdvisorRule[] = [...LINTS.map(({ rule }) => rule), ...SETTINGS_RULES]

export type AdvisorsDeps = {
  readonly clock: Clock
  readonly records: () => AdvisorRecords
  /** The schemas that belong to the platform. */
  readonly protectedSchemas: readonly string[]
  /** Whether clients from other machines can connect to Postgres without encryption. */
  readonly isUnencrypted: () => boolean
}

type Summary = z.infer<typeof readAdvisorSummary.response>

export type Advisors = {
  /** The last check of the database, and the settings as they are now. */
  readReport(project: StoredProject): Promise<AdvisorReport>
  readSummary(project: StoredProject): Promise<Summary>
  /** Checks the database, or joins a check that has not begun yet. */
  run(project: Project): Promise<AdvisorReport>
  /** The findings of a category that are not ignored. */
  shown(report: AdvisorReport, category: AdvisorCategory): Finding[]
  /** 404 `advisor_rule_not_found`, 409 `too_many_ignored`. */
  ignore(project: StoredProject, member: Member, wanted: WantedIgnore): Promise<IgnoredFinding>
  /** 404 `ignored_finding_not_found`. */
  restore(project: StoredProject, id: string): Promise<void>
}

type WantedIgnore = {
  readonly rule: string
  readonly cache_key: string | null
  readonly reason: string
}

export function createAdvisors(deps: AdvisorsDeps): Advisors {
  const { clock, records } = deps
  const shareRuns = createSharedRuns<void>()

  async function readReport(project: StoredProject): Promise<AdvisorReport> {
    const { ref, settings } = project
    const [report, ignored, ownerCount] = await Promise.all([
      records().readReport(ref),
      records().listIgnored(ref),
      records().countOwners(ref),
    ])
    const ofSettings = checkSettings({ settings, ownerCount, isUnencrypted: deps.isUnencrypted() })
    return {
      checked_at: report?.checkedAt.toISOString() ?? null,
      duration_ms: report?.durationMs ?? null,
      findings: [...(report?.findings ?? []), ...ofSettings].toSorted(bySeverity),
      failed: [...(report?.failed ?? [])],
      truncated: [...(report?.truncated ?? [])],
      ignored: [...ignored],
    }
  }

  return {
    readReport,
    async readSummary(project) {
      const report = await readReport(project)
      const shown = report.findings.filter(isShown(report))
      return {
        checked_at: report.checked_at,
        security: countLevels(shown, 'security'),
        performance: countLevels(shown, 'performance'),
        top: shown.slice(0, MAX_TOP_FINDINGS),
      }
    },
    async run(project) {
      await shareRuns(project.ref, async () =>
        records().saveReport(project.ref, await checkDatabase(deps, project)),
      )
      return readReport(project)
    },
    shown: (report, category) =>
      report.findings.filter(
        (finding) => finding.category === category && isShown(report)(finding),
      ),
    async ignore({ ref }, member, { rule, cache_key: cacheKey, reason }) {
      const isKnown = RULES.some(({ name }) => name === rule)
      if (!isKnown || (cacheKey !== null && ruleOfKey(cacheKey) !== rule)) throw ruleNotFound(rule)
      const ignored = await records().addIgnored(
        ref,
        {
          id: randomUUID(),
          rule,
          cacheKey,
          reason,
          userId: member.kind === 'person' ? member.userId : null,
          at: clock.now(),
        },
        MAX_IGNORED,
      )
      if (!ignored) throw tooManyIgnored(MAX_IGNORED)
      return ignored
    },
    async restore({ ref }, id) {
      if (!(await records().removeIgnored(ref, id))) throw ignoredFindingNotFound()
    },
  }
}

const LEVELS = ['ERROR', 'WARN', 'INFO'] as const

const bySeverity = (left: Finding, right: Finding): number =>
  LEVELS.indexOf(left.level) - LEVELS.indexOf(right.level)

function isShown({ ignored }: AdvisorReport): (finding: Finding) => boolean {
  const keys = new Set(ignored.map(({ cache_key: key }) => key))
  const rules = new Set(
    ignored.filter(({ cache_key: key }) => key === null).map(({ rule }) => rule),
  )
  return ({ rule, cache_key: key }) => !rules.has(rule) && !keys.has(key)
}

function countLevels(findings: readonly Finding[], category: AdvisorCategory) {
  const count = (level: Finding['level']) =>
    findings.filter((finding) => finding.category === category && finding.level === level).length
  return { ERROR: count('ERROR'), WARN: count('WARN'), INFO: count('INFO') }
}
