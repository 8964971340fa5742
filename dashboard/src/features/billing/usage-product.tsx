import { USAGE_PRODUCTS } from '@stoa/contract/catalog/usage-products'
import type { ProductUsage } from '@stoa/contract/platform/usage'
import { ChartCard } from '../../ui/chart/chart-card.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { dollars } from './money.ts'
import { dayTimes, formatDay, formatQuantity, kindText, usageChart } from './usage-chart.ts'

type UsageProductProps = {
  usage: ProductUsage
  /** The beginning of the cycle. */
  from: string
  /** Whether quotas are enforced, and whether more than they include is sold. */
  areLimited: boolean
  areSold: boolean
}

/** The usage of one product in a cycle: quota, days, and projects. */
export function UsageProduct({ usage, from, areLimited, areSold }: UsageProductProps) {
  const { product, quantity, projects } = usage
  const times = dayTimes(from, usage.days.length)
  return (
    <Section title={USAGE_PRODUCTS[product].title} description={kindText(product)}>
      <p className="text-lg font-semibold tabular-nums">{formatQuantity(product, quantity)}</p>
      {areLimited && <QuotaText usage={usage} areSold={areSold} />}
      {quantity > 0 && (
        <>
          <ChartCard
            chart={usageChart(usage)}
            times={times}
            formatTime={formatDay}
            formatExact={formatDay}
            unmeasured="Nothing was measured."
          />
          <dl className="grid gap-1 text-xs">
            {projects.map(({ ref, name, quantity: used }) => (
              <div key={ref} className="flex justify-between gap-4">
                <dt className="truncate">{name}</dt>
                <dd className="text-muted tabular-nums">{formatQuantity(product, used)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Section>
  )
}

/** The included quantity with the part that is used, and the price of more. */
function QuotaText({ usage, areSold }: Pick<UsageProductProps, 'areSold' | 'usage'>) {
  const { product, quantity, included, overage, charge_cents } = usage
  if (included === null) return <p className="text-muted">No quota in this plan</p>
  const { title, isPerProject } = USAGE_PRODUCTS[product]
  const percent = included === 0 ? 0 : Math.min(100, (quantity / included) * 100)
  return (
    <div className="grid gap-1.5 text-xs text-muted">
      {!isPerProject && (
        <Progress
          label={`Used part of the quota of ${title}`}
          value={percent}
          tone={toneOf(percent)}
        />
      )}
      <p>
        {included === 0
          ? 'None included in the plan'
          : `${formatQuantity(product, included)} included${isPerProject ? ' for each project' : ''}`}
        {overage > 0 && `, ${formatQuantity(product, overage)} more used`}
        {areSold && charge_cents > 0 && `: ${dollars(charge_cents)}`}
      </p>
    </div>
  )
}

function toneOf(percent: number): 'accent' | 'danger' | 'warning' {
  if (percent >= 100) return 'danger'
  return percent >= 80 ? 'warning' : 'accent'
}
