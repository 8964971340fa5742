import { Undo2 } from 'lucide-react'
import { PlanSteps } from '../../../components/query-plan/plan-steps.tsx'
import { formatMs, planText } from '../../../components/query-plan/plan-text.ts'
import { readPlan, type Plan } from '../../../components/query-plan/read-plan.ts'
import type { QueryAnswer } from '../../../data/resources/services/meta/query.ts'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import type { PreviousPlan } from '../run-store.ts'
import { comparePlans } from './compare-plans.ts'

type PlanViewProps = { answer: QueryAnswer; sql: string; previous: PreviousPlan | undefined }

const jsonOf = (answer: QueryAnswer | undefined) => answer?.results[0]?.rows[0]?.[0] ?? ''

/** The plan of a statement as a tree, with its costly steps marked, and compared with the last one. */
export function PlanView({ answer, sql, previous }: PlanViewProps) {
  const json = jsonOf(answer)
  const plan = readPlan(json)
  if (!plan) return <pre className="size-full overflow-auto p-4 text-xs">{json}</pre>
  const before = readPlan(jsonOf(previous?.answer))
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 border-b px-3 py-1 text-xs">
        <h2 className="font-medium">Plan</h2>
        <Summary plan={plan} />
        <div className="ml-auto flex gap-2">
          <CopyButton size="sm" text={planText(plan)} label="Copy text" />
          <CopyButton size="sm" text={json} label="Copy JSON" />
        </div>
      </header>
      {plan.executionMs !== undefined && plan.writes && (
        <p
          role="status"
          className="flex items-center gap-2 border-b bg-warning-soft px-3 py-1.5 text-warning-text"
        >
          <Undo2 className="size-4 shrink-0" />
          <span>
            <strong className="font-medium">Rolled back.</strong> The statement ran to measure it,
            and its changes were discarded. Sequences keep the values that it used.
          </span>
        </p>
      )}
      {before && (
        <section aria-label="Comparison" className="border-b px-3 py-1.5 text-xs text-muted">
          <strong className="font-medium text-text">
            {previous?.sql === sql
              ? 'Compared with the last plan.'
              : 'Compared with the last plan, of another text.'}
          </strong>{' '}
          {comparePlans(before, plan).join(' ')}
        </section>
      )}
      <PlanSteps plan={plan} />
    </div>
  )
}

function Summary({ plan: { planningMs, executionMs, root } }: { plan: Plan }) {
  return (
    <span className="text-muted tabular-nums">
      {executionMs === undefined
        ? `Estimated cost ${root.cost.toFixed(1)}. The statement did not run.`
        : `Execution ${formatMs(executionMs)}, planning ${formatMs(planningMs ?? 0)}`}
    </span>
  )
}
