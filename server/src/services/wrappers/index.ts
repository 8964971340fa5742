import { randomUUID } from 'node:crypto'
import type { Clock } from '../../lib/clock.ts'
import type { Outgoing, OutgoingStreams } from '../../lib/outgoing.ts'
import type { Service } from '../../project/service.ts'
import { createGetFile } from './files/get-file.ts'
import { createRefresher, REFRESH_JOB } from './files/refresher.ts'
import { fileRoutes } from './files/member-routes.ts'
import { createPreviewFile } from './files/preview-file.ts'
import { createIdentity } from './identity.ts'
import { memberRoutes } from './member-routes.ts'
import { createDialer } from './relay/dial.ts'
import { ROLE } from './sessions.ts'
import { createSockets } from './sockets.ts'

export type WrappersDeps = {
  readonly installationKey: Buffer
  readonly clock: Clock
  /** Decides which addresses a foreign server or a file can have. */
  readonly outgoing: Outgoing & OutgoingStreams
}

/** Tables of other Postgres servers, with postgres_fdw, and of files, with credentials in the vault. */
export function createWrappers({ installationKey, clock, outgoing }: WrappersDeps): Service {
  const identity = createIdentity(installationKey)
  const dialer = createDialer({ outgoing })
  const sockets = createSockets({ dialer, identity })
  const servers = { dialer, identity, sockets, newId: randomUUID }
  const getFile = createGetFile({ outgoing, clock })
  const refresher = createRefresher({ identity, clock, getFile })
  const sources = { identity, refresher, newId: randomUUID }
  const previewFile = createPreviewFile({ getFile, newId: randomUUID })
  return {
    name: 'wrappers',
    title: 'Wrappers',
    database: {
      roles: [ROLE, 'postgres'],
      definitions: ['stoa.foreign_servers', 'stoa.file_sources'],
      tables: ['stoa.foreign_servers', 'stoa.file_sources', 'stoa.file_runs'],
      migrations: {
        owner: 'wrappers',
        folder: new URL('migrations/', import.meta.url),
        role: ROLE,
        bySuperuser: ['0001-foreign-servers.sql', '0002-file-sources.sql', '0003-role.sql'],
      },
    },
    permissions: {
      'wrappers:read': ['owner', 'administrator', 'developer', 'read_only'],
      'wrappers:write': ['owner', 'administrator', 'developer'],
    },
    memberDoors: [
      {
        needs: 'database',
        routes: [...memberRoutes(servers), ...fileRoutes(sources, { previewFile })],
      },
    ],
    hasFolder: true,
    jobs: { [REFRESH_JOB]: { needs: 'database', run: refresher.due } },
    async start(project) {
      await sockets.start(project)
      await refresher.start(project)
    },
    async stop(project) {
      await refresher.stop(project)
      await sockets.stop(project)
    },
  }
}
