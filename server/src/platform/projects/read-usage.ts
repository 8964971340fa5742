import type { UsageHour } from '@stoa/contract/platform/projects'
import type { ProjectScope } from '../access/port.ts'
import type { Context } from '../context.ts'

const HOUR_MS = 3_600_000

/** A project's usage counters of the last hours, including the current one. */
export async function readUsage(
  { fleet, clock }: Pick<Context, 'clock' | 'fleet'>,
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
