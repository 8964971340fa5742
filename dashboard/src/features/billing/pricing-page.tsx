import { PLAN_COMPARISON, type ComparisonValue } from '@stoa/contract/catalog/plan-comparison'
import { PLAN_TIERS, type PlanTier } from '@stoa/contract/catalog/plan-tiers'
import { Link } from '@tanstack/react-router'
import { Check, Minus } from 'lucide-react'
import { Fragment } from 'react'
import type { PublicInstallation } from '../../data/resources/platform/public-installation.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../ui/display/table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { tierPrice } from './tier-price.ts'

type PricingPageProps = {
  /** Undefined when the server can't be reached. */
  installation: PublicInstallation | undefined
}

/** The plans, their prices and their differences. Needs no account. */
export function PricingPage({ installation }: PricingPageProps) {
  useTitle('Pricing')
  return (
    <main className="mx-auto max-w-6xl py-8">
      <Page>
        <p className="mb-2 text-xs">
          <Link to="/" className="font-medium text-text hover:underline">
            Stoa
          </Link>
        </p>
        <PageHeader title="Pricing" />
        {installation ? (
          <Plans installation={installation} />
        ) : (
          <EmptyState
            title="Could not load the prices"
            description="The server can’t be reached. Reload the page to try again."
          />
        )}
      </Page>
    </main>
  )
}

function Plans({ installation }: { installation: PublicInstallation }) {
  if (!installation.sells_plans)
    return (
      <EmptyState
        title="No plans for sale"
        description="This installation has no prices. An operator can turn them on in its settings."
      />
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {PLAN_TIERS.map((tier) => (
          <TierCard key={tier.id} tier={tier} contact={installation.enterprise_contact_url} />
        ))}
      </ul>
      <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h2 className="font-semibold">Compare the plans</h2>
        <Comparison />
      </section>
    </div>
  )
}

function TierCard({ tier, contact }: { tier: PlanTier; contact: string | null }) {
  return (
    <li className="flex flex-col gap-3 rounded-md border bg-raised p-4">
      <h2 className="flex items-center gap-2 font-semibold">
        {tier.name}
        {tier.nameBadge && <Badge variant="accent">{tier.nameBadge}</Badge>}
      </h2>
      <p className="text-muted">{tier.description}</p>
      <p className="text-xl font-semibold tracking-tight">{tierPrice(tier)}</p>
      {tier.warning && <p className="text-xs text-muted">{tier.warning}</p>}
      <TierAction tier={tier} contact={contact} />
      <div className="border-t pt-3 text-xs">
        <p className="mb-2 text-muted">{tier.preface}</p>
        <ul className="grid gap-1.5">
          {tier.features.map((feature) => {
            const [text, overage] = typeof feature === 'string' ? [feature] : feature
            return (
              <li key={text}>
                {text}
                {overage && <span className="block text-muted">{overage}</span>}
              </li>
            )
          })}
        </ul>
      </div>
      {tier.footer && <p className="mt-auto text-xs text-muted">{tier.footer}</p>}
    </li>
  )
}

/** Without a contact form, the plan that is agreed on has no action. */
function TierAction({ tier, contact }: { tier: PlanTier; contact: string | null }) {
  if (tier.href !== null)
    return (
      <Button asChild variant={tier.nameBadge ? 'primary' : 'secondary'}>
        <a href={tier.href}>{tier.cta}</a>
      </Button>
    )
  if (contact === null) return null
  return (
    <Button asChild>
      <a href={contact} target="_blank" rel="noreferrer">
        {tier.cta}
      </a>
    </Button>
  )
}

function Comparison() {
  return (
    <Table aria-label="Comparison of the plans">
      <TableHead>
        <TableRow>
          <TableHeader className="min-w-36">Feature</TableHeader>
          {PLAN_TIERS.map(({ id, name }) => (
            <TableHeader key={id} className="min-w-32">
              {name}
            </TableHeader>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {PLAN_COMPARISON.map(({ title, rows }) => (
          <Fragment key={title}>
            <TableRow>
              <TableCell className="bg-sunken font-semibold">{title}</TableCell>
              <TableCell colSpan={PLAN_TIERS.length} className="bg-sunken" />
            </TableRow>
            {rows.map((row) => (
              <TableRow key={row.key}>
                <TableCell isHeader>
                  {row.title}
                  {row.usage_based && (
                    <span className="block font-normal text-muted">Based on usage</span>
                  )}
                </TableCell>
                {PLAN_TIERS.map(({ id, planId }) => (
                  <TableCell key={id}>
                    <Value value={row.plans[planId]} />
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </Fragment>
        ))}
      </TableBody>
    </Table>
  )
}

function Value({ value }: { value: ComparisonValue }) {
  if (value === true) return <Check aria-label="Included" className="size-4 text-success-text" />
  if (value === false) return <Minus aria-label="Not included" className="size-4 text-muted" />
  if (typeof value === 'string') return value
  return value.map((text) => (
    <span key={text} className="block">
      {text}
    </span>
  ))
}
