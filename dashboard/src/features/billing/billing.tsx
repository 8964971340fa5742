import { plans } from '@stoa/contract/catalog/plans'
import type { Organization } from '@stoa/contract/platform/organizations'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { useOpenPanel } from '../../components/list/use-open-panel.ts'
import { useCapability, useProfile } from '../../data/resources/platform/profile.ts'
import { formatDate } from '../../lib/dates.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { StatusDot } from '../../ui/display/status-dot.tsx'
import { InvoiceTable } from './invoice-table.tsx'
import { PlanSheet } from './plan-sheet.tsx'
import { restrictionText } from './restriction-text.ts'
import { SubscriptionSections } from './subscription-sections.tsx'

type BillingProps = {
  organization: Organization
  /** The part of the page that the URL refers to. */
  anchor: string
}

export function Billing({ organization, anchor }: BillingProps) {
  useTitle('Billing', organization.name)
  const profile = useProfile()
  const can = useCapability()
  const { managed_by } = organization
  if (profile.isSuccess && !can('billing:read')) {
    return (
      <Page width="form">
        <PageHeader title="Billing" />
        <EmptyState
          title="No billing on this installation"
          description="This installation has no paid plans and issues no invoices."
        />
      </Page>
    )
  }
  return (
    <Page width="form">
      <PageHeader title="Billing" />
      <div>
        <PlanSection organization={organization} />
        {can('plans:sold') && can('invoices:read') && managed_by === 'stoa' && (
          <SubscriptionSections organization={organization} />
        )}
        {can('invoices:read') && (
          <Invoices slug={organization.slug} isWanted={anchor === 'invoices'} />
        )}
      </div>
    </Page>
  )
}

function PlanSection({ organization }: { organization: Organization }) {
  const { plan, project_count, billing_email, managed_by } = organization
  const can = useCapability()
  const { panel, open, close } = useOpenPanel(['plan'])
  const isSold = can('plans:sold') && managed_by === 'stoa'
  const canChange = isSold && organization.abilities.includes('subscription:update')
  const limit = can('plans:limited') ? plans[plan.id].activeProjectLimit : null
  const restriction = restrictionText(organization, formatDate)
  return (
    <Section title="Plan" description="Current plan and service status.">
      <dl className="grid gap-4 sm:grid-cols-2">
        <Fact name="Plan">
          <span className="flex items-center gap-3">
            {plan.name}
            {canChange && <Button onClick={() => open('plan')}>Change plan</Button>}
          </span>
          <p className="text-muted">
            <PlanNote isSold={isSold} isManagedHere={managed_by === 'stoa'} />
          </p>
        </Fact>
        <Fact name="Projects">
          {limit === null ? project_count : `${project_count}, up to ${limit} active`}
        </Fact>
        <Fact name="Services">
          <span className="inline-flex items-baseline gap-1.5">
            <StatusDot tone={restriction.tone} />
            {restriction.text}
          </span>
        </Fact>
        <Fact name="Billing email">{billing_email}</Fact>
      </dl>
      {canChange && panel && <PlanSheet organization={organization} onClose={close} />}
    </Section>
  )
}

function PlanNote({ isSold, isManagedHere }: { isSold: boolean; isManagedHere: boolean }) {
  if (isSold)
    return (
      <Link to="/pricing" className="text-accent-text underline">
        Compare the plans
      </Link>
    )
  if (!isManagedHere) return 'Change it in the marketplace where you subscribed.'
  return (
    <>
      Chosen when the organization was created.{' '}
      <a href="/support/new" className="text-accent-text underline">
        Contact support
      </a>{' '}
      to change it.
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  )
}

function Invoices({ slug, isWanted }: { slug: string; isWanted: boolean }) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isWanted) section.current?.scrollIntoView()
  }, [isWanted])
  return (
    <section ref={section} id="invoices" className="scroll-mt-(--shell-top) border-t py-6">
      <h2 className="mb-3 font-semibold">Invoices</h2>
      <InvoiceTable slug={slug} />
    </section>
  )
}
