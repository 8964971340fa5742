import { Link } from '@tanstack/react-router'
import { findingPath, objectName } from '../../components/advisors/finding-path.ts'
import { LEVEL_WORDS } from '../../components/advisors/levels.ts'
import { useAdvisorSummary } from '../../data/resources/services/advisors/advisors.ts'
import { useCan } from '../../data/resources/platform/projects.ts'
import { StatusDot } from '../../ui/display/status-dot.tsx'

/** The most severe findings of the advisors, once there are any. */
export function TopFindings({ projectRef }: { projectRef: string }) {
  const canRead = useCan(projectRef)('advisors:read')
  const { data: summary } = useAdvisorSummary(canRead ? projectRef : undefined)
  if (!summary || summary.top.length === 0) return null
  return (
    <section aria-labelledby="top-findings">
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 id="top-findings" className="font-semibold">
          Advisor findings
        </h2>
        <div className="flex gap-3 text-xs">
          <AdvisorLink projectRef={projectRef} category="security" label="Security" />
          <AdvisorLink projectRef={projectRef} category="performance" label="Performance" />
        </div>
      </div>
      <ul className="divide-y border-y">
        {summary.top.map((finding) => {
          const path = findingPath(projectRef, finding)
          const { tone, one } = LEVEL_WORDS[finding.level]
          return (
            <li key={finding.cache_key} className="flex gap-3 py-2.5">
              <StatusDot tone={tone} className="mt-1.5" />
              <div className="min-w-0 flex-1">
                <p className="font-medium">
                  <span className="sr-only">{one}: </span>
                  <Link
                    to={`/project/$ref/advisors/${finding.category}`}
                    params={{ ref: projectRef }}
                    search={{ finding: finding.cache_key }}
                    className="hover:underline"
                  >
                    {finding.title}
                  </Link>
                </p>
                {path !== undefined && (
                  <Link
                    to={path}
                    className="block max-w-full truncate text-xs text-accent-text hover:underline"
                  >
                    {objectName(finding)}
                  </Link>
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

type AdvisorLinkProps = {
  projectRef: string
  category: 'security' | 'performance'
  label: string
}

const AdvisorLink = ({ projectRef, category, label }: AdvisorLinkProps) => (
  <Link
    to={`/project/$ref/advisors/${category}`}
    params={{ ref: projectRef }}
    className="text-accent-text hover:underline"
  >
    {label}
  </Link>
)
