import { PlanSteps } from '../../components/query-plan/plan-steps.tsx'
import { planText } from '../../components/query-plan/plan-text.ts'
import { readPlan } from '../../components/query-plan/read-plan.ts'
import { QueryError } from '../../components/query-error.tsx'
import { useStatementPlan } from '../../data/resources/services/meta/statement-plan.ts'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

type PlanSectionProps = { projectRef: string; sql: string }

/** The plan that Postgres would use for any values of the parameters. */
export function PlanSection({ projectRef, sql }: PlanSectionProps) {
  const { data, error } = useStatementPlan(projectRef, sql)
  const plan = data && readPlan(data.plan)
  return (
    <section aria-labelledby="plan" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex items-center gap-3">
        <h3 id="plan" className="text-sm font-medium">
          Plan
        </h3>
        {plan && (
          <>
            <span className="text-xs text-muted tabular-nums">
              Estimated cost {plan.root.cost.toFixed(1)}, for any values
            </span>
            <CopyButton size="sm" className="ml-auto" text={planText(plan)} label="Copy text" />
          </>
        )}
      </div>
      {!data && !error && <Skeleton className="h-24" />}
      {error && <QueryError error={error} title="Could not plan the query" />}
      {plan && (
        <div className="flex max-h-96 flex-col overflow-hidden rounded-md border">
          <PlanSteps plan={plan} />
        </div>
      )}
    </section>
  )
}
