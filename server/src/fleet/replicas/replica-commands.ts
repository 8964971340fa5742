import { MAX_REPLICAS } from '@stoa/contract/platform/read-replicas'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { SOCKET_PORT } from '../../postgres/clusters/socket-folder.ts'
import type { Within } from '../../postgres/within.ts'
import { notReady, projectNotFound } from '../../project/refusals.ts'
import type { FleetFolders } from '../copies/template.ts'
import { toFailure } from '../lifecycle/failure.ts'
import type { Leases } from '../lifecycle/leases.ts'
import { SERVING } from '../lifecycle/status.ts'
import type { Machines } from '../machine/machines.ts'
import type { Fleet, ProjectReplica } from '../port.ts'
import type { Instances } from '../records/instances.ts'
import { newIdentifier, refOfReplica } from './names.ts'
import { removeReplicaData } from './replica-set.ts'
import {
  insertReplica,
  lockInstance,
  markRemoved,
  replicasOf,
  type ReplicaRow,
} from './replica-records.ts'
import { replicaNotFound, replicaNotReady, tooManyReplicas } from './refusals.ts'
import type { Replica } from './replica.ts'
import type { Replicas } from './replicas.ts'

type ReplicaCommandDeps = {
  readonly instances: Instances
  readonly replicas: Replicas
  readonly machines: Pick<Machines, 'of'>
  readonly leases: Pick<Leases, 'acquireSocket' | 'hold'>
  readonly folders: FleetFolders
  readonly clock: Clock
  readonly log: Log
}

type ReplicaCommands = Pick<Fleet, 'replicas' | 'addReplica' | 'removeReplica' | 'acquireReplica'>

/** How long a connection waits for a replica that starts with its project. */
const PATIENCE_MS = 15_000

export const createReplicaCommands = (deps: ReplicaCommandDeps): ReplicaCommands => ({
  async replicas(ref) {
    const { instances, replicas } = deps
    const rows = await replicasOf(instances.session(), ref)
    const running = replicas.peek(ref)?.list() ?? []
    return rows
      .filter((row) => row.removed_at === null)
      .map((row) =>
        present(
          row,
          running.find(({ identifier }) => identifier === row.identifier),
        ),
      )
  },
  addReplica: (ref, region, within) => addReplica(deps, { ref, region, within }),
  async removeReplica(ref, identifier, within) {
    const { instances, replicas, machines, clock } = deps
    await instances.session().transaction(async (tx) => {
      const removed = { identifier, ref, at: clock.now() }
      if (refOfReplica(identifier) !== ref || (await markRemoved(tx, removed)) === 0)
        throw replicaNotFound()
      await within?.(tx)
    })
    const running = replicas.peek(ref)
    if (running) return void running.refresh()
    // The next start drops its slot. The space is free at once.
    machines
      .of(ref)
      .whileStopped(() => removeReplicaData(deps, identifier))
      .catch((err: unknown) =>
        deps.log.warn({ ref, err }, 'A replica is deleted at the next start.'),
      )
  },
  acquireReplica: (identifier) => acquireReplica(deps, identifier),
})

async function addReplica(
  { instances, replicas, leases, clock, log }: ReplicaCommandDeps,
  {
    ref,
    region,
    within,
  }: {
    readonly ref: string
    readonly region: string
    readonly within: Within<string> | undefined
  },
): Promise<ProjectReplica> {
  const row = await instances.session().transaction(async (tx) => {
    if (!(await lockInstance(tx, ref))) throw projectNotFound()
    const instance = await instances.find(ref, tx)
    if (!instance || instance.status === 'REMOVED') throw projectNotFound()
    if (!SERVING.includes(instance.status)) throw notReady(instance.status)
    const present = (await replicasOf(tx, ref)).filter((each) => each.removed_at === null)
    if (present.length >= MAX_REPLICAS) throw tooManyReplicas()
    const inserted = await insertReplica(tx, {
      identifier: newIdentifier(ref, region),
      ref,
      region,
      at: clock.now(),
    })
    await within?.(tx, inserted.identifier)
    return inserted
  })
  const running = replicas.peek(ref)
  if (running) void running.refresh()
  else
    leases.hold(ref).then(
      ({ machine }) => machine.release(),
      (error: unknown) => log.warn({ error, ref }, 'Could not start a project for its replica.'),
    )
  return { ...present(row, undefined), phase: 'building' }
}

async function acquireReplica(
  { replicas, leases }: ReplicaCommandDeps,
  identifier: string,
): ReturnType<Fleet['acquireReplica']> {
  const ref = refOfReplica(identifier)
  if (ref === undefined) throw replicaNotFound()
  const primary = await leases.acquireSocket(ref)
  try {
    const replica = await replicas.peek(ref)?.find(identifier)
    if (!replica) throw replicaNotFound()
    if (!(await replica.whenReadable(PATIENCE_MS)))
      throw replicaNotReady(
        replica.failure()?.error.message ?? 'its data is being copied, or it is starting.',
      )
    return { ...primary, socketDir: replica.socketDir, port: SOCKET_PORT }
  } catch (error) {
    primary.release()
    throw error
  }
}

function present(row: ReplicaRow, replica: Replica | undefined): ProjectReplica {
  const failure = replica?.failure()
  return {
    identifier: row.identifier,
    region: row.region,
    createdAt: row.created_at,
    phase: replica?.phase() ?? 'sleeping',
    failure: failure ? toFailure(failure.error, failure.at) : null,
    lag: replica?.lag() ?? null,
    samples: replica?.samples() ?? [],
  }
}
