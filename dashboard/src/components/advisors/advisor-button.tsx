import { Link } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { useAdvisorSummary } from '../../data/resources/services/advisors/advisors.ts'
import { useCan } from '../../data/resources/platform/projects.ts'
import { formatCount } from '../../lib/quantities.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { asksForAttention } from './counts.ts'

/** A badge has room for two digits. */
const MAX_SHOWN = 99

/** The number of errors and warnings of the project's advisors, in the top bar. */
export function AdvisorButton({ projectRef }: { projectRef: string }) {
  const canRead = useCan(projectRef)('advisors:read')
  const { data: summary } = useAdvisorSummary(canRead ? projectRef : undefined)
  if (!canRead) return null
  const { errors, warnings, category } = asksForAttention(summary)
  const count = errors + warnings
  const shown = count > MAX_SHOWN ? `${MAX_SHOWN}+` : String(count)
  const label =
    count === 0
      ? 'Advisors'
      : `${shown} advisor ${count === 1 ? 'finding' : 'findings'}: ${plural(errors, 'error')}, ${plural(warnings, 'warning')}`
  return (
    <IconButton asChild label={label} className="relative max-sm:hidden">
      <Link to={`/project/$ref/advisors/${category}`} params={{ ref: projectRef }}>
        <ShieldCheck />
        {count > 0 && (
          <span
            aria-hidden
            className={
              errors > 0
                ? 'absolute -top-1 -right-1 min-w-4 rounded-full bg-danger-soft px-1 text-center text-2xs text-danger-text tabular-nums'
                : 'absolute -top-1 -right-1 min-w-4 rounded-full bg-warning-soft px-1 text-center text-2xs text-warning-text tabular-nums'
            }
          >
            {shown}
          </span>
        )}
      </Link>
    </IconButton>
  )
}

const plural = (count: number, noun: string) =>
  `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`
