import type { ProjectStatus } from '@stoa/contract/platform/projects'
import type { Session } from '../../postgres/database.ts'
import type { Within } from '../../postgres/within.ts'
import type { Jobs } from '../../postgres/jobs.ts'
import { ADVANCE, REMOVE_ATTEMPTS, START_ATTEMPTS } from './advance.ts'
import type { Instances } from '../records/instances.ts'
import type { InstanceRow } from '../records/queries.ts'
import { TRANSITIONAL, type FleetCommand } from './status.ts'

/** Adds the job that advances a project. It replaces a job of this project that is still queued. */
export const addAdvance = (
  jobs: Jobs,
  tx: Session,
  { ref, status }: { ref: string; status: ProjectStatus },
): Promise<void> =>
  jobs.add(
    tx,
    ADVANCE,
    { ref },
    {
      key: `${ADVANCE}:${ref}`,
      // A failed restore still has to bring the former data back.
      maxAttempts:
        status === 'GOING_DOWN' || status === 'RESTORING' ? REMOVE_ATTEMPTS : START_ATTEMPTS,
    },
  )

/** Applies a person's command: records the new status, its job and `within` in one transaction. */
export async function command(
  deps: { readonly instances: Instances; readonly jobs: Jobs },
  ref: string,
  { event, within }: { readonly event: FleetCommand; readonly within: Within | undefined },
): Promise<InstanceRow> {
  const { instance } = await deps.instances.session().transaction(async (tx) => {
    const outcome = await deps.instances.apply(tx, ref, event)
    const { hasChanged, instance } = outcome
    if (hasChanged && TRANSITIONAL.includes(instance.status))
      await addAdvance(deps.jobs, tx, instance)
    await within?.(tx)
    return outcome
  })
  deps.instances.announce(ref)
  return instance
}
