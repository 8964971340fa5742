import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { OwnEndpoint } from '../../postgres/connections/connect.ts'
import { SUPERUSER } from '../../postgres/clusters/template.ts'
import { connectSuperuser, setAllPasswords } from './credentials.ts'
import { openDatabaseTo, restoreAuthenticator, unsetLibraries } from './login-statements.ts'
import type { InternalRole, Passwords } from './passwords.ts'

/** If a role is still refused after a repair, the reason is another one. */
const PAUSE_MS = 1000

/**
 * Returns a function that lets the services sign in again after the project's owner has changed
 * their roles, such as the password of `authenticator`. It resolves to whether that was tried.
 */
export function createLoginRepair(deps: {
  readonly ref: string
  readonly endpoint: OwnEndpoint
  readonly roles: readonly InternalRole[]
  readonly passwords: Passwords
  readonly clock: Clock
  readonly log: Log
}): () => Promise<boolean> {
  const { ref, endpoint, roles, passwords, clock, log } = deps
  let repairing: Promise<void> | undefined
  let repairedAt = 0

  async function repair(): Promise<void> {
    // The owner may have closed the project's own database.
    const client = await connectSuperuser({ ...endpoint, database: 'template1' }, [
      passwords.of(ref, SUPERUSER),
    ])
    try {
      await restoreAuthenticator(client)
      await unsetLibraries(client, roles)
      await setAllPasswords(client, ref, { passwords, roles })
      await openDatabaseTo(client, roles)
      log.warn({ ref }, 'The logins of the services had been changed and were repaired.')
    } finally {
      await client.end()
    }
  }

  return async () => {
    if (!repairing && clock.now().getTime() - repairedAt < PAUSE_MS) return false
    repairing ??= repair().finally(() => {
      repairing = undefined
      repairedAt = clock.now().getTime()
    })
    await repairing
    return true
  }
}
