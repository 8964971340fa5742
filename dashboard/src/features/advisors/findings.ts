import type {
  AdvisorCategory,
  AdvisorLevel,
  AdvisorReport,
  Finding,
  IgnoredFinding,
} from '@stoa/contract/services/advisors/advisors'
import { LEVELS } from '../../components/advisors/levels.ts'

/** The tabs of an advisor. */
export const VIEWS = [...LEVELS, 'ignored'] as const
export type View = (typeof VIEWS)[number]

/** A finding with the record that ignores it, if there is one. */
export type ListedFinding = Finding & {
  readonly id: string
  readonly ignored: IgnoredFinding | undefined
}

/** The findings of an advisor. */
export function listFindings(
  { findings, ignored }: Pick<AdvisorReport, 'findings' | 'ignored'>,
  category: AdvisorCategory,
): readonly ListedFinding[] {
  const byKey = new Map(ignored.map((each) => [each.cache_key ?? each.rule, each]))
  return findings
    .filter((finding) => finding.category === category)
    .map((finding) => ({
      ...finding,
      id: finding.cache_key,
      ignored: byKey.get(finding.cache_key) ?? byKey.get(finding.rule),
    }))
}

export const isIn =
  (view: View) =>
  ({ level, ignored }: { readonly level: AdvisorLevel; readonly ignored: unknown }): boolean =>
    view === 'ignored' ? ignored !== undefined : ignored === undefined && level === view

/** The most severe level that has findings. */
export const firstView = (findings: readonly ListedFinding[]): View =>
  LEVELS.find((level) => findings.some(isIn(level))) ?? 'ERROR'
