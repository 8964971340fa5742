import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import type { Jobs, Task } from '../../postgres/jobs.ts'
import type { Within } from '../../postgres/within.ts'
import type { Fleet } from '../port.ts'
import { toInstance, type Instances } from '../records/instances.ts'
import {
  dueRemovals,
  endKeeping,
  findRetired,
  keepForGood,
  setRemovalDue,
} from '../records/removal-queries.ts'
import { addAdvance, command } from './commands.ts'

export const REMOVE_DUE = 'fleet.remove-due-projects'
const KEPT_MS = 7 * 24 * 3600_000

type RetirementDeps = {
  readonly instances: Instances
  readonly jobs: Jobs
  readonly clock: Clock
  /** Lets no more requests use the running project. */
  readonly close: (ref: string) => void
}

/** Deletions, at once or after a time in which the project can come back. */
export const createRetirement = (
  deps: RetirementDeps,
): Pick<Fleet, 'retire' | 'recover' | 'retired' | 'remove'> => ({
  retire: (ref, within) => retire(deps, ref, within),
  recover: (ref, within) => recover(deps, ref, within),
  async retired(refs) {
    const rows = await findRetired(deps.instances.session(), refs)
    return rows.map(({ ref, removal_due: keptUntil }) => ({ ref, keptUntil }))
  },
  remove: (ref, within) => remove(deps, ref, within),
})

async function retire(deps: RetirementDeps, ref: string, within?: Within) {
  const { instances, jobs, clock, close } = deps
  const { instance } = await instances.session().transaction(async (tx) => {
    const outcome = await instances.apply(tx, ref, 'retire')
    if (outcome.hasChanged) {
      await setRemovalDue(tx, ref, new Date(clock.now().getTime() + KEPT_MS))
      await addAdvance(jobs, tx, outcome.instance)
    }
    await within?.(tx)
    return outcome
  })
  instances.announce(ref)
  close(ref)
  return toInstance(instance)
}

async function recover({ instances, jobs, clock }: RetirementDeps, ref: string, within?: Within) {
  const instance = await instances.session().transaction(async (tx) => {
    if ((await keepForGood(tx, ref, clock.now())) === 0) throw notKept()
    const outcome = await instances.apply(tx, ref, 'recover')
    await addAdvance(jobs, tx, outcome.instance)
    await within?.(tx)
    return outcome.instance
  })
  instances.announce(ref)
  return toInstance(instance)
}

async function remove(deps: RetirementDeps, ref: string, within?: Within) {
  const instance = await command(deps, ref, {
    event: 'remove',
    async within(tx) {
      // The status of a deleted project stays the same, but its job has to do more.
      if ((await endKeeping(tx, ref)) > 0)
        await addAdvance(deps.jobs, tx, { ref, status: 'GOING_DOWN' })
      await within?.(tx)
    },
  })
  deps.close(ref)
  return toInstance(instance)
}

/** Removes each hour the deleted projects whose time is over. */
export const createRemoveDue =
  ({ instances, clock }: Pick<RetirementDeps, 'instances' | 'clock'>, jobs: () => Jobs): Task =>
  async () => {
    for (const ref of await dueRemovals(instances.session(), clock.now()))
      await addAdvance(jobs(), instances.session(), { ref, status: 'GOING_DOWN' })
  }

const notKept = () =>
  new AppError('project_not_kept', 'The data of this project is no longer kept.', {
    status: 409,
    hint: 'A deleted project can be restored for seven days. Create a new project instead.',
  })
