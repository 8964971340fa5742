import type { BranchPlan, MergeStatement } from '@stoa/contract/platform/branch-changes'
import { HighlightedCode } from '../../components/highlight/highlighted-code.tsx'
import { useHighlight } from '../../components/highlight/use-highlight.ts'
import { formatCount } from '../../lib/quantities.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { ChangedObjects } from './changed-objects.tsx'
import { pathOf, TRIALS, warningsOf } from './review-words.ts'

/** The statements of a merge, with the result of their trial and all warnings. */
export function MergePlan({ plan }: { plan: BranchPlan }) {
  const { type, title, text } = TRIALS[plan.trial]
  const { statements, remaining } = plan
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Callout type={type} title={title}>
        {text}
      </Callout>
      <h2 className="text-sm font-semibold">
        {statements.length === 1 ? '1 statement' : `${formatCount(statements.length)} statements`}
      </h2>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {statements.map((statement) => (
          <Statement key={statement.sql} statement={statement} />
        ))}
      </ol>
      {remaining.length > 0 && (
        <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-label="Not merged">
          <Callout type="caution" title="These differences remain">
            No SQL is known for them. Make these changes by hand.
          </Callout>
          <ChangedObjects differences={remaining} total={remaining.length} />
        </section>
      )}
    </div>
  )
}

function Statement({ statement }: { statement: MergeStatement }) {
  const highlight = useHighlight()
  const { sql, object, error, commits_first: commitsFirst } = statement
  const label = `${object.kind} ${pathOf(object)}`
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 truncate text-xs text-muted" title={label}>
          {label}
        </span>
        {warningsOf(statement).map(({ text, isDanger }) => (
          <Badge key={text} variant={isDanger ? 'danger' : 'warning'}>
            {text}
          </Badge>
        ))}
        {commitsFirst && <Badge>Committed first</Badge>}
      </div>
      <CodeBlock
        label={label}
        code={sql}
        shown={<HighlightedCode code={sql} language="sql" highlight={highlight} />}
        wrap
      />
      {error !== null && <p className="text-xs text-danger-text">{error}</p>}
    </li>
  )
}
