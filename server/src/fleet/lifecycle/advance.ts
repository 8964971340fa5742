import { randomBytes } from 'node:crypto'
import { readdir, rename } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { createKeyedMutex } from '../../lib/keyed-mutex.ts'
import type { PostgresLogs } from '../../logs/postgres/postgres-logs.ts'
import type { ProjectLogs } from '../deps.ts'
import { remove as removeFolder } from '../../lib/untrusted-folder/folders.ts'
import { clusterSocketFolder } from '../../postgres/clusters/socket.ts'
import type { JobContext, Task } from '../../postgres/jobs.ts'
import { explain, isPermanent, toFailure } from './failure.ts'
import { beginRemoval } from '../records/removal-queries.ts'
import type { InstanceChange } from '../records/queries.ts'
import { deleteReplicasOf } from '../replicas/replica-records.ts'
import { deleteRestoreOf } from '../restores/restore-records.ts'
import { advanceRestore } from '../restores/advance-restore.ts'
import type { AdvanceRestoreDeps } from '../restores/end-restore.ts'
import type { Spares } from '../copies/spares.ts'
import type { FleetEvent } from './status.ts'
import type { Service } from '../../project/service.ts'
import type { ServiceFolders } from '../services/service-folders.ts'

export const ADVANCE = 'fleet.advance'
/** Attempts before a start counts as failed: immediately, after 3 seconds, and after 10. */
export const START_ATTEMPTS = 3
/** Removal is not urgent but must succeed eventually: the last attempt runs after two days. */
export const REMOVE_ATTEMPTS = 20

export const AdvancePayload = z.object({ ref: z.string() })

/** Resolves when no cluster of the last server uses the project's data directory. Never rejects. */
export type LastRun = (ref: string) => Promise<void>

export type AdvanceDeps = AdvanceRestoreDeps & {
  readonly forgetMachine: (ref: string) => void
  readonly spares: Spares
  readonly lastRun: LastRun
  readonly logs: Pick<ProjectLogs, 'remove'>
  readonly postgresLogs: Pick<PostgresLogs, 'remove'>
  readonly services: readonly Service[]
  readonly serviceFolders: ServiceFolders
}

/**
 * The fleet's one job: moves a project out of its transitional status. The job reads what to do
 * from the record, not from its payload, so a job that runs twice, late, or after a crash between
 * any two steps does only the work that remains.
 */
export function createAdvance(deps: AdvanceDeps): Task {
  const { instances, log } = deps
  // A removal waits for a restore in progress, so that no folder appears after it.
  const mutex = createKeyedMutex()

  return async (payload, context) => {
    const { ref } = AdvancePayload.parse(payload)
    await deps.lastRun(ref)
    await mutex.runExclusive(ref, () => advance(ref, context))
  }

  async function advance(ref: string, context: JobContext): Promise<void> {
    const instance = await instances.find(ref)
    switch (instance?.status) {
      case 'COMING_UP':
        return attempt(ref, context, {
          work: () => bringUp(deps, ref),
          failed: instance.engine_version === null ? 'create_failed' : 'unhealthy',
          // Data of an origin that does not start is placed again on retry.
          ...(instance.engine_version === null &&
            instance.origin && { undo: () => removeData(deps, ref) }),
        })
      case 'RESTARTING':
      case 'RESIZING':
        return attempt(ref, context, {
          work: async () => {
            await deps.machineOf(ref).down()
            await bringUp(deps, ref)
          },
          failed: 'unhealthy',
        })
      case 'PAUSING':
        return attempt(ref, context, {
          work: async () => {
            await deps.machineOf(ref).down()
            await report(deps, ref, 'paused', { failure: null, compute: 'stopped' })
          },
          failed: 'pause_failed',
        })
      case 'RESTORING':
        return advanceRestore(deps, ref, context)
      case 'GOING_DOWN':
        return attempt(ref, context, { work: () => goDown(deps, ref), failed: 'remove_failed' })
      default:
        return undefined
    }
  }

  async function attempt(
    ref: string,
    context: JobContext,
    {
      work,
      failed,
      undo,
    }: { work: () => Promise<void>; failed: FleetEvent; undo?: () => Promise<void> },
  ): Promise<void> {
    try {
      await work()
    } catch (caught) {
      const error = explain(caught)
      log.error({ error, cause: error.cause, ref, attempt: context.attempt }, error.message)
      if (failed === 'remove_failed') {
        await report(deps, ref, failed, { failure: toFailure(error, deps.clock.now()) })
        throw error
      }
      if (!context.isLastAttempt && !isPermanent(error)) throw error
      await undo?.()
      await report(deps, ref, failed, { failure: toFailure(error, deps.clock.now()) })
    }
  }
}

async function bringUp(deps: AdvanceDeps, ref: string): Promise<void> {
  await deps.machineOf(ref).up()
  await report(deps, ref, 'came_up', { failure: null, compute: 'running' })
  deps.spares.replenish('when-quiet')
}

async function report(deps: AdvanceDeps, ref: string, event: FleetEvent, change: InstanceChange) {
  await deps.instances.apply(deps.instances.session(), ref, event, change)
  deps.instances.announce(ref)
}

/** Removes a project, or only takes it out of service while its data is kept. */
async function goDown(deps: AdvanceDeps, ref: string): Promise<void> {
  const { instances, machineOf, accounts, folders, clock, forgetMachine } = deps
  if ((await beginRemoval(instances.session(), ref, clock.now())) > 0) return remove(deps, ref)
  await machineOf(ref).down()
  await accounts.endProcesses(path.join(folders.projects, ref))
  await instances.setCompute(ref, 'stopped')
  instances.announce(ref)
  forgetMachine(ref)
}

async function remove(deps: AdvanceDeps, ref: string): Promise<void> {
  const { sockets } = deps.folders
  await removeData(deps, ref)
  for (const folder of [path.join(sockets, ref), clusterSocketFolder(path.join(sockets, ref))])
    await removeFolder(folder)
  await deps.serviceFolders.remove(ref)
  await deps.logs.remove(ref)
  await deps.postgresLogs.remove(ref)
  await deps.backups?.forget(ref)
  for (const service of deps.services) await service.removed?.(ref)
  await deleteRestoreOf(deps.instances.session(), ref)
  await deleteReplicasOf(deps.instances.session(), ref)
  await report(deps, ref, 'removed', { failure: null, compute: 'stopped' })
  deps.forgetMachine(ref)
}

/** Renames the directory first, so that a half-deleted one is not taken for a project. */
async function removeData(deps: AdvanceDeps, ref: string): Promise<void> {
  const { projects } = deps.folders
  await deps.machineOf(ref).down()
  await deps.accounts.endProcesses(path.join(projects, ref))
  const trash = path.join(projects, `.trash-${ref}-${randomBytes(4).toString('hex')}`)
  await rename(path.join(projects, ref), trash).catch(ignoreMissing)
  for (const name of await readdir(projects))
    if (name.startsWith(`.trash-${ref}-`) || name.startsWith(`${ref}.`))
      await removeFolder(path.join(projects, name))
}

function ignoreMissing(error: unknown): void {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
  throw error
}
