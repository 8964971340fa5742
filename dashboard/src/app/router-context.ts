import type { DataClients } from '../components/data-clients.ts'
import type { RouterContext } from '../components/router-context.ts'
import type { ErrorReporter } from '../data/client/error-reports.ts'
import type { Session } from '../data/client/session.ts'
import { createReadAhead } from './read-ahead.ts'

/** Creates what every route gets. The code that signed-out pages do not use comes from imports. */
export function createRouterContext(
  session: Session,
  reporter: ErrorReporter,
): Omit<RouterContext, 'loadRoutes'> {
  let clients: DataClients | undefined
  const loadClients = async () => {
    const { createDataClients } = await import('../components/data-clients.ts')
    clients ??= createDataClients(session, reporter)
    return clients
  }
  return {
    session,
    loadClients,
    loadRooms: async () => (await import('./rooms.ts')).rooms,
    ...createReadAhead(session, loadClients),
  }
}
