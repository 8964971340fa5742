import type { UsageHour } from '@stoa/contract/platform/projects'
import type { ProjectScope } from '../access/access.ts'
import type { Context } from '../context.ts'

const HOUR_MS = 3_600_000

/** What the services of a project counted in the last hours, this one included. */
export async function readUsage(
  { fleet, clock }: Context,
  { ref }: ProjectScope,
  hours: number,
): Promise<UsageHour[]> {
  const from = new Date(clock.now().getTime() - hours * HOUR_MS)
  return (await fleet.usage(ref, from)).map(({ service, meter, unit, hour, amount }) => ({
    service,
    meter,
    unit,
    hour: hour.toISOString(),
    amount,
  }))
}
