import type { AdvisorCategory, AdvisorReport } from '@stoa/contract/services/advisors/advisors'
import { useAdvisorRules } from '../../data/resources/services/advisors/advisors.ts'
import { Callout } from '../../ui/feedback/callout.tsx'

type UncheckedRulesProps = {
  projectRef: string
  report: AdvisorReport
  category: AdvisorCategory
}

/** The rules of an advisor that could not be checked, or have more findings than are listed. */
export function UncheckedRules({ projectRef, report, category }: UncheckedRulesProps) {
  const { data: rules = [] } = useAdvisorRules(projectRef)
  const own = new Map(
    rules.filter((rule) => rule.category === category).map(({ name, title }) => [name, title]),
  )
  const failed = report.failed.filter(({ rule }) => own.has(rule))
  const truncated = report.truncated.filter((rule) => own.has(rule))
  return (
    <>
      {failed.length > 0 && (
        <Callout type="caution" title="Some rules could not be checked">
          <ul>
            {failed.map(({ rule, message }) => (
              <li key={rule}>
                {own.get(rule)}: {message}
              </li>
            ))}
          </ul>
        </Callout>
      )}
      {truncated.length > 0 && (
        <Callout title="Only the first findings are listed">
          {truncated.map((rule) => own.get(rule)).join(', ')}. Correct some, then check again.
        </Callout>
      )}
    </>
  )
}
