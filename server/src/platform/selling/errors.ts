import { plans } from '@stoa/contract/catalog/plans'
import type { PlanId } from '@stoa/contract/platform/organizations'
import { AppError } from '../../lib/errors.ts'

export const plansNotSold = () =>
  new AppError('plans_not_sold', 'This installation doesn’t sell plans.', {
    status: 409,
    hint: 'Ask an operator to change the plan.',
  })

export const planLimitsOff = () =>
  new AppError('plan_limits_off', 'Plan limits are off, so plans cannot be sold.', {
    status: 409,
    hint: 'Start the server with STOA_PLAN_LIMITS=on, then try again.',
  })

export const planByAgreement = (plan: PlanId) =>
  new AppError('plan_by_agreement', `The price of the ${plans[plan].name} plan is agreed on.`, {
    status: 409,
    hint: 'Contact the operator of this installation.',
  })
