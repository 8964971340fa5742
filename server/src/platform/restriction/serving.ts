import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import type { Log } from '../../lib/log.ts'
import type { ServiceSession } from '../../postgres/database.ts'
import { listRestrictedRefs } from './queries.ts'

export type Serving = {
  /**
   * Refuses with 402 `organization_restricted` for a project whose organization is restricted.
   * Decides at once from data read within the last two seconds.
   */
  require(ref: string): void | Promise<void>
  /**
   * Call it after every change of a restriction. Resolves to the projects that must not serve now.
   */
  reload(): Promise<ReadonlySet<string>>
}

const LIFETIME_MS = 2000

/**
 * Decides which projects may serve. One list of the few that must not is read for all requests
 * within two seconds.
 */
export function createServing(deps: { session: ServiceSession; clock: Clock; log: Log }): Serving {
  let known: { readonly refs: ReadonlySet<string>; readonly until: number } | undefined
  let reading: Promise<ReadonlySet<string>> | undefined
  let generation = 0

  async function read(): Promise<ReadonlySet<string>> {
    const mine = generation
    const rows = await listRestrictedRefs(deps.session)
    const refs = new Set(rows.map(({ ref }) => ref))
    // Data read before a change is out of date.
    if (mine === generation) known = { refs, until: deps.clock.now().getTime() + LIFETIME_MS }
    return refs
  }

  async function readOnce(): Promise<ReadonlySet<string>> {
    const mine = (reading ??= read())
    try {
      return await mine
    } catch (error) {
      if (!known) throw error
      // Projects keep serving while the platform's own records cannot be read.
      deps.log.warn({ err: String(error) }, 'Could not reload the restrictions.')
      return known.refs
    } finally {
      if (reading === mine) reading = undefined
    }
  }

  return {
    require(ref) {
      if (known && known.until > deps.clock.now().getTime()) return refuse(known.refs, ref)
      return readOnce().then((refs) => refuse(refs, ref))
    },
    reload() {
      generation += 1
      known = undefined
      reading = undefined
      return readOnce()
    },
  }
}

function refuse(restricted: ReadonlySet<string>, ref: string): void {
  if (!restricted.has(ref)) return
  throw new AppError(
    'organization_restricted',
    'This project is unavailable because the services of its organization are restricted.',
    { status: 402, hint: "See the organization's billing page for the reason." },
  )
}
