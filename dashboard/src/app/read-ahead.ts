import type { DataClients } from '../components/data-clients.ts'
import type { RouterContext } from '../components/router-context.ts'
import type { Declare } from '../data/client/read-ahead.ts'
import type { Session } from '../data/client/session.ts'

type Check = (clients: DataClients, account: string) => Promise<boolean>

/**
 * Creates the ways in which loaders start requests as the signed-in account. Without one, nothing
 * is requested. The sign-in page does not load the code of the client, so it comes from an import.
 */
export function createReadAhead(
  session: Pick<Session, 'read'>,
  loadClients: () => Promise<DataClients>,
): Pick<RouterContext, 'readAhead' | 'readInProject'> {
  async function start(declare: Declare, isReadable: Check) {
    if (session.read() === null) return
    const clients = await loadClients()
    const account = session.read()?.user.id
    if (account !== undefined && (await isReadable(clients, account)))
      await declare(clients.readsOf(account))
  }
  const startQuietly = (declare: Declare, isReadable: Check) =>
    void start(declare, isReadable).catch(() => {
      // The page asks again and shows the failure.
    })
  return {
    readAhead: (declare) => startQuietly(declare, async () => true),
    readInProject: (ref, declare, { needs } = {}) =>
      startQuietly(declare, (clients, account) => clients.canRead(account, { ref, needs })),
  }
}
