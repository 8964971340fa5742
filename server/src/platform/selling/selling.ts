import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'
import type { Context } from '../context.ts'
import { plansNotSold } from './errors.ts'

export type SellingContext = Pick<Context, 'mode' | 'planLimits' | 'session'>

/** Whether plans can have prices: only a plan with limits can be sold. */
export const canSell = ({ mode, planLimits }: Pick<Context, 'mode' | 'planLimits'>): boolean =>
  mode === 'platform' && planLimits === true

/** Whether plans have prices: an operator has turned it on, and their limits are enforced. */
export const isSelling = async (context: SellingContext): Promise<boolean> =>
  canSell(context) && (await readSellsPlans(context.session))

/** Refuses with 409 `plans_not_sold` on an installation without prices. */
export async function requireSelling(context: SellingContext): Promise<void> {
  if (!(await isSelling(context))) throw plansNotSold()
}

async function readSellsPlans(session: Session): Promise<boolean> {
  const { sells_plans } = await session.one(
    sql`select sells_plans from platform.settings`,
    z.object({ sells_plans: z.boolean() }),
  )
  return sells_plans
}
