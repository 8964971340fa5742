import type { Permission } from '@stoa/contract/platform/permissions'
import type { Declare } from '../data/client/read-ahead.ts'
import type { Session } from '../data/client/session.ts'
import type { DataClients } from './data-clients.ts'
import type { Room } from './rooms/room.ts'

/** Objects that `app` creates once and passes to every route. */
export type RouterContext = {
  readonly session: Session
  /** Adds the routes of all pages, of which the sign-in page knows few, to the router. */
  readonly loadRoutes: () => Promise<void>
  /** Signed-out pages use no rooms, so their code loads with the shell. */
  readonly loadRooms: () => Promise<readonly Room[]>
  /** The sign-in page uses no client, so its code loads with the pages that do. */
  readonly loadClients: () => Promise<DataClients>
  /**
   * Starts in a loader what its page reads, while the page's code still loads. The page shows the
   * results, so nothing waits for them here, and no failure is reported here.
   */
  readonly readAhead: (declare: Declare) => void
  /**
   * The same for a page of a project, unless the project is known to be unavailable. A permission
   * that not every role has is checked first, because a refusal helps nobody.
   */
  readonly readInProject: (ref: string, declare: Declare, options?: { needs?: Permission }) => void
}
