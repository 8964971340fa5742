import { withDeadline } from '../lib/deadline.ts'
import type { Log } from '../lib/log.ts'
import type { Service } from '../project/service.ts'

/** Clients that do not react to a close frame are cut off. */
const DEADLINE_MS = 3000

/** Lets the services tell their clients that the server stops, before their connections are cut. */
export async function announceStop(services: readonly Service[], log: Log): Promise<void> {
  await Promise.all(
    services.map(async ({ name, stopping }) => {
      try {
        await withDeadline(DEADLINE_MS, async () => stopping?.())
      } catch (err) {
        log.error({ err, service: name }, 'A service did not tell its clients that it stops.')
      }
    }),
  )
}
