import { remove } from '../../lib/untrusted-folder/folders.ts'
import type { ClusterAccounts } from '../../postgres/clusters/accounts.ts'
import { createCluster } from '../../postgres/clusters/cluster.ts'
import { clusterSocketFolder } from '../../postgres/clusters/socket.ts'
import type { Engine } from '../../postgres/engines/engine.ts'
import type { ControlGroupLimits, ControlGroups } from '../../postgres/processes/control-groups.ts'
import type { Watchdog } from '../../postgres/processes/watchdog.ts'
import { checkData } from '../machine/check-data.ts'
import type { Passwords } from '../machine/passwords.ts'
import { adoptSettings, writePasswordFile, type PrimaryPlace } from './copy-primary.ts'
import { followSettings } from './follow-primary.ts'
import { replicaFolderName } from './names.ts'
import { REPLICATION_ROLE } from './primary.ts'
import { openRelay } from './relay.ts'

export type ServeDeps = {
  readonly engine: Engine
  readonly accounts: Pick<ClusterAccounts, 'of'>
  readonly groups: Pick<ControlGroups, 'of'>
  readonly watchdog: Watchdog
  readonly passwords: Passwords
  /** The limits of the project's compute size, which each of its replicas has too. */
  readonly limits: ControlGroupLimits | undefined
}

/** It can have to replay what its primary has written since the copy began. */
const START_DEADLINE_MS = 15 * 60_000

/** The Postgres of a replica whose data directory is complete. */
export async function serveReplica(
  deps: ServeDeps,
  replica: {
    readonly identifier: string
    readonly slot: string
    readonly place: PrimaryPlace
    readonly dataDir: string
    readonly socketDir: string
  },
) {
  const { place, dataDir, socketDir, slot } = replica
  await checkData(deps.engine, dataDir)
  const account = await deps.accounts.of(dataDir)
  const own = { dataDir, account }
  await adoptSettings(deps, place, own)
  const passwordFile = await writePasswordFile(own, {
    user: REPLICATION_ROLE,
    password: deps.passwords.of(place.ref, REPLICATION_ROLE),
  })
  const relay = await openRelay({ socketDir, account, primary: place.socketDir })
  const crash = Promise.withResolvers<string>()
  const cluster = createCluster({
    ...deps,
    ...own,
    socketDir,
    group: deps.groups.of(replicaFolderName(replica.identifier), deps.limits),
    startDeadlineMs: START_DEADLINE_MS,
    settings: followSettings({
      folder: relay.folder,
      port: relay.port,
      user: REPLICATION_ROLE,
      passwordFile,
      slot,
    }),
    onCrash: (reason) => crash.resolve(`The replica stopped (${reason})`),
  })
  return {
    start: () => cluster.start(),
    crashed: crash.promise,
    async stop(deadlineMs: number) {
      await cluster.stop(deadlineMs).finally(() => relay.close())
      for (const folder of [socketDir, clusterSocketFolder(socketDir)]) await remove(folder)
    },
  }
}
