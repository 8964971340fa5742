import { plans } from '@stoa/contract/catalog/plans'
import type { PlanId } from '@stoa/contract/platform/organizations'
import { AppError } from '../../lib/errors.ts'

export const planUnchanged = (plan: PlanId) =>
  new AppError('plan_unchanged', `The organization already has the ${plans[plan].name} plan.`, {
    status: 409,
    hint: 'Choose another plan.',
  })

export const planManagedElsewhere = () =>
  new AppError('plan_managed_elsewhere', 'A marketplace bills this organization.', {
    status: 409,
    hint: 'Change the plan in the marketplace where you subscribed.',
  })

export const invoicesOverdue = () =>
  new AppError('plan_invoices_overdue', 'The organization has overdue invoices.', {
    status: 409,
    hint: 'Pay them before you choose a smaller plan.',
  })

export const needsFewerProjects = (plan: PlanId, limit: number, active: number) =>
  new AppError(
    'plan_needs_fewer_projects',
    `The ${plans[plan].name} plan includes ${limit} active projects, and ${active} are active.`,
    { status: 409, hint: 'Pause or delete projects first.' },
  )

export const needsNoBranches = (plan: PlanId, count: number) =>
  new AppError(
    'plan_needs_no_branches',
    `The ${plans[plan].name} plan has no branches, and the projects have ${count}.`,
    { status: 409, hint: 'Delete the branches first.' },
  )

export const needsNoDrains = (plan: PlanId, count: number) =>
  new AppError(
    'plan_needs_no_drains',
    `The ${plans[plan].name} plan has no log drains, and the projects have ${count}.`,
    { status: 409, hint: 'Delete the log drains first.' },
  )

export const needsSmallerCompute = (plan: PlanId, projects: readonly string[]) =>
  new AppError(
    'plan_needs_smaller_compute',
    `The compute size of ${projects.join(', ')} is too large for the ${plans[plan].name} plan.`,
    { status: 409, hint: 'Change the compute size to Nano in the settings of the project first.' },
  )

export const usageTooLarge = (plan: PlanId, products: readonly string[]) =>
  new AppError(
    'plan_usage_too_large',
    `The usage of this cycle exceeds the ${plans[plan].name} plan: ${products.join(', ')}.`,
    { status: 409, hint: 'Delete data, or change the plan after the cycle has ended.' },
  )

export const spendCapBelowUsage = () =>
  new AppError('spend_cap_below_usage', 'The usage of this cycle already exceeds the quotas.', {
    status: 409,
    hint: 'Turn on the spend cap when the next cycle has begun.',
  })
