import type { InvoiceLine } from '@stoa/contract/platform/subscription'
import type { Session } from '../../postgres/database.ts'
import { audit, systemActor } from '../audit.ts'
import type { Context } from '../context.ts'
import { findOrganization, lockOrganization } from '../organizations/port.ts'
import { insertCredit, listPlanPeriods, readCredit, statementOf } from '../subscription/port.ts'
import { cycleNamed, cycleOf, hoursUntil, listUsageDays, readUsageHour } from '../usage/port.ts'
import { insertInvoice, insertLines, listUnbilledMonths, markBilled, setPaid } from './queries.ts'

const DAY_MS = 24 * 3_600_000
/** How long an organization has to pay. */
const DUE_MS = 14 * DAY_MS

/**
 * Issues the invoices of the months that have ended, each organization and month once and in a
 * transaction of its own. Waits until the usage of these months is collected.
 */
export async function issueInvoices({
  session,
  clock,
  log,
}: Pick<Context, 'clock' | 'log' | 'session'>): Promise<void> {
  const at = clock.now()
  const { from } = cycleOf(at)
  const collected = await readUsageHour(session)
  if (!collected || collected < from) return
  for (const { organization_id, month } of await listUnbilledMonths(session, from))
    await session
      .transaction((tx) => billMonth(tx, at, { organizationId: organization_id, month }))
      .catch((error: unknown) =>
        // The invoices of other organizations do not wait for this one.
        log.warn({ err: error, organization_id, month }, 'An invoice could not be issued.'),
      )
}

type BilledMonth = { readonly organizationId: number; readonly month: string }

async function billMonth(tx: Session, at: Date, billed: BilledMonth): Promise<void> {
  const { organizationId, month } = billed
  if (!(await lockOrganization(tx, organizationId))) return
  if (!(await markBilled(tx, organizationId, month))) return
  const organization = await findOrganization(tx, organizationId)
  if (!organization) return
  const cycle = cycleNamed(month)
  const { lines, total } = statementOf({
    cycle,
    periods: await listPlanPeriods(tx, organizationId, cycle),
    days: await listUsageDays(tx, { ...cycle, organizationId }),
    hours: hoursUntil(cycle, cycle.until),
    hasSpendCap: organization.has_spend_cap,
  })
  if (total === 0) return
  const credit = Math.min(total, Math.max(0, await readCredit(tx, organizationId)))
  const number = `M-${month}-${organizationId}`
  const created = await insertInvoice(tx, {
    organizationId,
    number,
    amountCents: total - credit,
    currency: 'USD',
    issuedAt: at,
    dueAt: new Date(at.getTime() + DUE_MS),
  })
  if (!created) throw new Error(`The invoice number ${number} is taken`)
  await insertLines(tx, created.id, credit === 0 ? lines : [...lines, creditLine(credit)])
  if (credit > 0)
    await insertCredit(tx, { organizationId, cents: -credit, reason: `Invoice ${number}`, at })
  if (total === credit) await setPaid(tx, created.id, at)
  await audit(tx, systemActor(at), {
    action: 'invoice.issue',
    on: { slug: organization.slug },
    target: number,
    metadata: { amount_cents: total - credit, currency: 'USD' },
  })
}

const creditLine = (cents: number): InvoiceLine => ({
  description: 'Credits',
  project_ref: null,
  project_name: null,
  quantity: '',
  amount_cents: -cents,
})
