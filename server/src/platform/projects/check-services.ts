import { projectNotFound } from '../../project/refusals.ts'
import type { ServiceHealth } from '@stoa/contract/platform/projects'
import type { Instance } from '../../fleet/port.ts'
import type { ProjectScope } from '../access/port.ts'
import type { Context } from '../context.ts'

/** The health of each service of a project. A sleeping project stays asleep. */
export async function checkServices(
  { fleet }: Pick<Context, 'fleet'>,
  { ref }: ProjectScope,
): Promise<ServiceHealth[]> {
  const [instance, checked] = await Promise.all([fleet.get(ref), fleet.checkServices(ref)])
  if (!instance) throw projectNotFound()
  return checked.map(({ service: { name, title }, fault }) => ({
    name,
    title,
    status: fault ? 'unhealthy' : statusOf(instance),
    error: fault ? { code: fault.code, message: fault.message, hint: fault.hint ?? null } : null,
  }))
}

function statusOf({ status, compute }: Instance): ServiceHealth['status'] {
  if (compute === 'running' && status === 'ACTIVE_HEALTHY') return 'healthy'
  return compute === 'sleeping' && status === 'ACTIVE_HEALTHY' ? 'sleeping' : 'stopped'
}
