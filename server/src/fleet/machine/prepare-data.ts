import { existsSync } from 'node:fs'
import path from 'node:path'
import type { ProjectStatus } from '@stoa/contract/platform/projects'
import { writeClusterSettings } from '../../postgres/clusters/template.ts'
import type { Account } from '../../postgres/engines/account.ts'
import { notReady } from '../../project/refusals.ts'
import type { Origin } from '../copies/origins.ts'
import { requireFreeSpace, RESERVED_BYTES } from '../disk/free-space.ts'
import { SERVING } from '../lifecycle/status.ts'
import { checkData } from './check-data.ts'
import { identifyData, type DataIdentity } from './data-watch.ts'
import type { StartDeps } from './start-deps.ts'
import type { Start } from './start.ts'

export type StartRecords = Awaited<ReturnType<typeof loadRecords>>

/** A project's data directory, ready for its cluster. */
export type ProjectData = {
  readonly dataDir: string
  readonly account: Account | undefined
  readonly identity: DataIdentity
  /** Whether the project has never run. */
  readonly isFresh: boolean
  /** Whether every migration of this release has been applied. */
  readonly isCurrent: boolean
}

/** Statuses in which a start is allowed: by a job, or by a request that wakes the project. */
const MAY_START: readonly ProjectStatus[] = ['COMING_UP', 'RESTARTING', ...SERVING]

/** The records that a start needs. Rejects with 503 `project_not_ready` in the wrong status. */
export async function loadRecords(
  deps: Pick<StartDeps, 'instances' | 'keys' | 'settingsStore' | 'templates'>,
  ref: string,
) {
  const [{ instance, secrets }, keys, settings, release] = await Promise.all([
    deps.instances.load(ref),
    deps.keys.open(ref),
    deps.settingsStore.open(ref),
    deps.templates.release(),
  ])
  if (!MAY_START.includes(instance.status)) throw notReady(instance.status)
  return { instance, secrets, keys, settings, release }
}

/** Places the data directory of a new project, or adapts an existing one to another release. */
export async function prepareData(
  deps: StartDeps,
  { ref, step, signal }: Pick<Start, 'ref' | 'step' | 'signal'>,
  { instance, release }: Pick<StartRecords, 'instance' | 'release'>,
): Promise<ProjectData> {
  const dataDir = path.join(deps.folders.projects, ref)
  const isFresh = instance.engine_version === null
  const isCurrent = instance.release === release
  if (isFresh)
    await step('copy', () => placeData(deps, dataDir, { origin: instance.origin, signal }))
  await checkData(deps.engine, dataDir)
  const identity = await identifyData(dataDir)
  const account = await deps.accounts.of(dataDir)
  if (isFresh ? instance.origin !== null : !isCurrent) {
    // Otherwise an engine that returns after a failed start would find its release, but not its
    // extensions.
    await deps.instances.forgetRelease(ref)
    await writeClusterSettings(dataDir, { engine: deps.engine, account })
  }
  await deps.serviceFolders.ensure(ref)
  return { dataDir, account, identity, isFresh, isCurrent }
}

async function placeData(
  { freeBytes, folders, spares, placeOrigin }: StartDeps,
  dataDir: string,
  { origin, signal }: { readonly origin: Origin | null; readonly signal: AbortSignal },
): Promise<void> {
  if (existsSync(dataDir)) return
  await requireFreeSpace(freeBytes, folders.projects, RESERVED_BYTES)
  if (origin) await placeOrigin(dataDir, origin, signal)
  else await spares.place(dataDir)
}
