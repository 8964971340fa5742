import { classNames } from '../../lib/class-names.ts'
import { formatMs } from './plan-text.ts'
import { planSteps, type Plan, type PlanNode } from './read-plan.ts'

/** A step with at least this share of the time is marked. */
const COSTLY = 0.25
/** An estimate is marked if it is wrong by this factor. */
const MISESTIMATED = 10

const NUMBER = 'px-3 py-1 text-right whitespace-nowrap tabular-nums'

/** The steps of a plan as a tree, with its costly ones marked. */
export function PlanSteps({ plan }: { plan: Plan }) {
  const isMeasured = plan.executionMs !== undefined
  return (
    <div
      role="group"
      aria-label="Plan"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto"
    >
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
