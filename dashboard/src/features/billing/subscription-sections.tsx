import type { Organization } from '@stoa/contract/platform/organizations'
import type { Subscription } from '@stoa/contract/platform/subscription'
import { QueryError } from '../../components/query-error.tsx'
import { Toggle } from '../../components/settings/toggle.tsx'
import { useSetSpendCap, useSubscription } from '../../data/resources/platform/subscription.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Switch } from '../../ui/inputs/switch.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { cycleOfText } from './cycle-text.ts'
import { LinesTable } from './lines-table.tsx'
import { dollars } from './money.ts'

/** The spend cap and the invoice of the current cycle so far. */
export function SubscriptionSections({ organization }: { organization: Organization }) {
  const { data, error, refetch } = useSubscription(organization.slug)
  if (error && !data)
    return (
      <QueryError
        error={error}
        title="Could not load the subscription"
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <Skeleton className="h-40" />
  return (
    <>
      {(data.plan === 'pro' || data.plan === 'team') && (
        <SpendCap organization={organization} subscription={data} />
      )}
      <Upcoming subscription={data} />
    </>
  )
}

type SpendCapProps = { organization: Organization; subscription: Subscription }

function SpendCap({ organization, subscription }: SpendCapProps) {
  const save = useSetSpendCap(organization.slug)
  return (
    <Section title="Spend cap" description="Whether usage above the quotas is billed.">
      <Toggle
        label="Spend cap"
        description={
          subscription.has_spend_cap
            ? 'Only the plan, compute and branches are billed. If the usage exceeds a quota, a grace period begins.'
            : 'Usage above the quotas is billed, and the services continue.'
        }
      >
        {(control) => (
          <Switch
            {...control}
            checked={subscription.has_spend_cap}
            disabled={save.isPending || !organization.abilities.includes('subscription:update')}
            onCheckedChange={(isOn) => save.mutate(isOn)}
          />
        )}
      </Toggle>
    </Section>
  )
}

function Upcoming({
  subscription: { upcoming, cycle, credit_cents },
}: {
  subscription: Subscription
}) {
  return (
    <Section
      title="Upcoming invoice"
      description={`${cycleOfText(cycle.from)}, with the usage so far. Issued when the month has ended.`}
    >
      {upcoming.lines.length === 0 ? (
        <p className="text-muted">Nothing to pay so far.</p>
      ) : (
        <LinesTable label="Upcoming invoice" lines={upcoming.lines} total={upcoming.total_cents} />
      )}
      {credit_cents > 0 && (
        <p className="text-muted">{dollars(credit_cents)} of credits will be used for invoices.</p>
      )}
    </Section>
  )
}
