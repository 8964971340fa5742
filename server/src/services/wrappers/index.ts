import { randomUUID } from 'node:crypto'
import type { Outgoing } from '../../lib/outgoing.ts'
import type { Service } from '../../project/service.ts'
import { createIdentity } from './identity.ts'
import { createDialer } from './relay/dial.ts'
import { addRoutes } from './routes.ts'
import { createServers } from './servers.ts'
import { createSockets } from './sockets.ts'

export type WrappersDeps = {
  readonly installationKey: Buffer
  /** Decides which addresses a foreign server can have. */
  readonly outgoing: Outgoing
}

/** Tables of other Postgres servers, with postgres_fdw and credentials in the vault. */
export function createWrappers({ installationKey, outgoing }: WrappersDeps): Service {
  const identity = createIdentity(installationKey)
  const dialer = createDialer({ outgoing })
  const sockets = createSockets({ dialer, identity })
  const servers = createServers({ dialer, identity, sockets, newId: randomUUID })
  return {
    name: 'wrappers',
    title: 'Wrappers',
    database: {
      roles: ['postgres'],
      migrations: { owner: 'wrappers', folder: new URL('migrations/', import.meta.url) },
    },
    permissions: {
      'wrappers:read': ['owner', 'administrator', 'developer', 'read_only'],
      'wrappers:write': ['owner', 'administrator', 'developer'],
    },
    memberDoors: [{ needs: 'database', routes: (app) => addRoutes(app, servers) }],
    start: sockets.start,
    stop: sockets.stop,
  }
}
