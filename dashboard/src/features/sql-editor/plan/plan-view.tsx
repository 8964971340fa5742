import { Undo2 } from 'lucide-react'
import type { QueryAnswer } from '../../../data/resources/services/meta/query.ts'
import { classNames } from '../../../lib/class-names.ts'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import type { PreviousPlan } from '../run-store.ts'
import { comparePlans } from './compare-plans.ts'
import { formatMs, planText } from './plan-text.ts'
import { planSteps, readPlan, type Plan, type PlanNode } from './read-plan.ts'

type PlanViewProps = { answer: QueryAnswer; sql: string; previous: PreviousPlan | undefined }

/** A step with at least this share of the time is marked. */
const COSTLY = 0.25
/** An estimate is marked if it is wrong by this factor. */
const MISESTIMATED = 10

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
      <Steps plan={plan} />
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

const NUMBER = 'px-3 py-1 text-right whitespace-nowrap tabular-nums'

function Steps({ plan }: { plan: Plan }) {
  const isMeasured = plan.executionMs !== undefined
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <table aria-label="Steps of the plan" className="w-full text-xs">
        <thead className="sticky top-0 bg-sunken text-left text-muted">
          <tr>
            <th className="px-3 py-1.5 font-normal">Step</th>
            <th className={classNames(NUMBER, 'font-normal')}>
              {isMeasured ? 'Share of time' : 'Share of cost'}
            </th>
            {isMeasured && <th className={classNames(NUMBER, 'font-normal')}>Own time</th>}
            <th className={classNames(NUMBER, 'font-normal')}>
              {isMeasured ? 'Rows (estimated)' : 'Estimated rows'}
            </th>
            {isMeasured && (
              <th className={classNames(NUMBER, 'font-normal')}>Buffers read / cached</th>
            )}
            <th className={classNames(NUMBER, 'font-normal')}>Cost</th>
          </tr>
        </thead>
        <tbody>
          {planSteps(plan.root).map(({ node, depth }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the steps of a plan never move
            <Step key={index} node={node} depth={depth} isMeasured={isMeasured} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Step({ node, depth, isMeasured }: { node: PlanNode; depth: number; isMeasured: boolean }) {
  const isCostly = node.share >= COSTLY
  return (
    <tr className="border-t align-top">
      <td className="min-w-56 px-3 py-1" style={{ paddingInlineStart: `${12 + depth * 16}px` }}>
        <span className={classNames('font-mono', isCostly && 'font-semibold')}>{node.title}</span>
        {node.details.map((detail) => (
          <div
            key={detail}
            className="font-mono text-2xs break-words whitespace-pre-wrap text-muted"
          >
            {detail}
          </div>
        ))}
      </td>
      <td className={NUMBER}>
        <span
          className={classNames(isCostly && 'rounded-sm bg-warning-soft px-1 text-warning-text')}
        >
          {isCostly && <span className="sr-only">Costly: </span>}
          {Math.round(node.share * 100)} %
        </span>
      </td>
      {isMeasured && <td className={NUMBER}>{formatMs(node.selfMs ?? 0)}</td>}
      <td className={NUMBER}>
        <Rows node={node} />
      </td>
      {isMeasured && (
        <td className={NUMBER}>
          {count(node.blocksRead ?? 0)} / {count(node.blocksHit ?? 0)}
        </td>
      )}
      <td className={NUMBER}>{node.cost.toFixed(1)}</td>
    </tr>
  )
}

function Rows({ node: { actualRows, estimatedRows } }: { node: PlanNode }) {
  if (actualRows === undefined) return count(estimatedRows)
  const [less, more] = [actualRows, estimatedRows].toSorted((a, b) => a - b)
  const isWrong = (more ?? 0) >= MISESTIMATED * Math.max(1, less ?? 0)
  return (
    <span
      title={isWrong ? 'The estimate is far off. ANALYZE updates the statistics.' : undefined}
      className={classNames(isWrong && 'text-warning-text')}
    >
      {count(actualRows)} ({count(estimatedRows)})
    </span>
  )
}

const count = (value: number) => value.toLocaleString('en')
