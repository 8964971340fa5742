import type { FastifyInstance } from 'fastify'
import type { Admission } from './admission.ts'
import { mayServe } from './may-serve.ts'
import type { ClientDoorOptions } from './options.ts'
import type { ProjectLoad } from './project-load.ts'
import type { ProjectVisits, Visit } from './visit.ts'

type EndOptions = Pick<ClientDoorOptions, 'platform'> & {
  readonly admission: Pick<Admission, 'areRevoked'>
  readonly load: Pick<ProjectLoad, 'projects'>
  readonly intervalMs?: number
}

const INTERVAL_MS = 250

/**
 * Closes what is open at a project when it would be refused now: WebSockets, streams and other
 * requests of clients whose key was revoked, whose organization is restricted, or whose project was
 * paused, restarted or deleted. It checks at an interval instead of on events, so that code that
 * changes these facts need not know what is open.
 */
export function endForbiddenVisits(
  app: FastifyInstance,
  { platform, admission, load, intervalMs = INTERVAL_MS }: EndOptions,
): void {
  const timer = setInterval(() => {
    for (const project of load.projects()) {
      for (const visit of project.open.items()) if (isForbidden(visit)) visit.carrier.destroy()
      void endUnlessServing(project)
    }
  }, intervalMs)
  timer.unref()
  app.addHook('preClose', async () => clearInterval(timer))

  function isForbidden(visit: Visit): boolean {
    const { lease, keys, credentialsOf } = visit
    // Members change and repair projects that serve no clients.
    if (!lease || !keys || !credentialsOf) return false
    if (lease.isOver()) {
      // A stopping service gets one interval to close its WebSockets with a reason.
      const { isLast } = visit
      visit.isLast = true
      return isLast
    }
    const now = lease.project.keys
    // A change of keys creates a new ring.
    if (now === keys) return false
    visit.keys = now
    return admission.areRevoked(credentialsOf(), { before: keys, now })
  }

  async function endUnlessServing({ ref, open }: ProjectVisits): Promise<void> {
    if (await mayServe(platform, ref)) return
    for (const { credentialsOf, carrier } of open.items()) if (credentialsOf) carrier.destroy()
  }
}
