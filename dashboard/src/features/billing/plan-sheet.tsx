import { PLAN_TIERS, type PlanTier } from '@stoa/contract/catalog/plan-tiers'
import type { Organization, PlanId } from '@stoa/contract/platform/organizations'
import type { PlanPreview } from '@stoa/contract/platform/subscription'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { QueryError } from '../../components/query-error.tsx'
import { useInstallation } from '../../data/resources/platform/installation.ts'
import { useChangePlan, usePlanPreview } from '../../data/resources/platform/subscription.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Radio, RadioGroup } from '../../ui/inputs/radio.tsx'
import { Sheet, SheetBody, SheetFooter } from '../../ui/overlays/sheet.tsx'
import { cycleOfText } from './cycle-text.ts'
import { LinesTable } from './lines-table.tsx'
import { dollars } from './money.ts'
import { tierPrice } from './tier-price.ts'

type PlanSheetProps = { organization: Organization; onClose: () => void }

/** Changes the plan of an organization, after its price and the obstacles are shown. */
export function PlanSheet({ organization, onClose }: PlanSheetProps) {
  const { slug, plan: current } = organization
  const [chosen, setChosen] = useState<PlanId>()
  const preview = usePlanPreview(slug, chosen)
  const change = useChangePlan(slug)
  const canConfirm = preview.data?.plan === chosen && preview.data?.refusals.length === 0
  return (
    <Sheet open title="Change plan" onClose={onClose}>
      <SheetBody className="grid content-start gap-5">
        <RadioGroup
          aria-label="Plan"
          value={chosen ?? current.id}
          onValueChange={(value) => {
            const tier = PLAN_TIERS.find(({ planId }) => planId === value)
            setChosen(tier?.planId === current.id ? undefined : tier?.planId)
          }}
        >
          {PLAN_TIERS.map((tier) => (
            <PlanOption key={tier.id} tier={tier} isCurrent={tier.planId === current.id} />
          ))}
        </RadioGroup>
        <p className="text-xs text-muted">
          <Link to="/pricing" className="text-accent-text underline">
            Compare the plans
          </Link>
          . A change applies at once.
        </p>
        {chosen !== undefined && preview.error && (
          <QueryError
            error={preview.error}
            title="Could not read the price"
            onRetry={() => void preview.refetch()}
          />
        )}
        {chosen !== undefined && preview.isPending && <Skeleton className="h-28" />}
        {chosen !== undefined && preview.data && <Preview preview={preview.data} />}
        {change.error && <QueryError error={change.error} title="Could not change the plan" />}
      </SheetBody>
      <SheetFooter>
        <Button
          variant="primary"
          disabled={!canConfirm || change.isPending}
          onClick={() => chosen !== undefined && change.mutate(chosen, { onSuccess: onClose })}
        >
          Change plan
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </SheetFooter>
    </Sheet>
  )
}

function PlanOption({ tier, isCurrent }: { tier: PlanTier; isCurrent: boolean }) {
  const contact = useInstallation().data?.links.enterprise_contact_url ?? null
  const isByAgreement = tier.priceMonthly === 'Custom'
  return (
    <Radio
      value={tier.planId}
      disabled={isByAgreement && !isCurrent}
      label={`${tier.name}${isCurrent ? ' (current plan)' : ''}, ${tierPrice(tier)}`}
      description={
        isByAgreement && contact !== null ? (
          <>
            {tier.description}{' '}
            <a
              href={contact}
              target="_blank"
              rel="noreferrer"
              className="text-accent-text underline"
            >
              {tier.cta}
            </a>
          </>
        ) : (
          tier.description
        )
      }
    />
  )
}

function Preview({ preview }: { preview: PlanPreview }) {
  const { lines, total_cents, monthly_cents, refusals, cycle } = preview
  if (refusals.length > 0)
    return (
      <Callout type="caution" title="The plan can’t be changed yet">
        <ul className="grid gap-1.5">
          {refusals.map(({ code, message, hint }) => (
            <li key={code}>
              {message} {hint}
            </li>
          ))}
        </ul>
      </Callout>
    )
  return (
    <div className="grid gap-2">
      <h3 className="font-medium">Plans on the invoice of {cycleOfText(cycle.from)}</h3>
      <LinesTable label="Price of the change" lines={lines} total={total_cents} />
      {monthly_cents !== null && (
        <p className="text-xs text-muted">
          {monthly_cents === 0
            ? 'Later months cost nothing.'
            : `Each later month costs ${dollars(monthly_cents)}, plus compute and usage above the quotas.`}
        </p>
      )}
    </div>
  )
}
