import { setTimeout as sleep } from 'node:timers/promises'
import { remove } from '../../lib/untrusted-folder/folders.ts'
import type { StopPace } from '../machine/running.ts'
import type { PrimaryPlace } from './copy-primary.ts'
import { replicaDataDir } from './names.ts'
import { createPrimary, type Primary } from './primary.ts'
import { startReplica, type Replica } from './replica.ts'
import type { ReplicaDeps } from './replica-state.ts'
import { deleteReplica, replicasOf, type ReplicaRow } from './replica-records.ts'

/** The replicas of one running project. They start after it and stop before it. */
export type ReplicaSet = {
  /** Starts replicas that were added, and cleans up after those that were removed. Never rejects. */
  refresh(): Promise<void>
  /** A replica, once the records have been read. */
  find(identifier: string): Promise<Replica | undefined>
  list(): readonly Replica[]
  stop(pace: StopPace): Promise<void>
}

/** How often the primary is asked about its replicas, and more often until all of them follow it. */
const OBSERVE_MS = 3000
const OBSERVE_SOON_MS = 500

type State = {
  readonly deps: ReplicaDeps
  readonly place: PrimaryPlace
  readonly primary: Primary
  readonly replicas: Map<string, Replica>
  readonly ending: AbortController
  /** Whether something of a removed replica is left. */
  isDirty: boolean
  isObserving: boolean
}

export function createReplicaSet(deps: ReplicaDeps, place: PrimaryPlace): ReplicaSet {
  const state: State = {
    deps,
    place,
    primary: createPrimary({ ...place, passwords: deps.passwords }),
    replicas: new Map(),
    ending: new AbortController(),
    isDirty: false,
    isObserving: false,
  }
  let last: Promise<void> = Promise.resolve()
  let observing: Promise<void> = Promise.resolve()

  function refresh(): Promise<void> {
    last = last.then(async () => {
      if (state.ending.signal.aborted) return
      await agree(state).catch((error: unknown) => {
        state.isDirty = true
        deps.log.warn({ ref: place.ref, err: error }, 'The replicas of a project are not in order.')
      })
      if (!state.isObserving) observing = observe(state, refresh)
    })
    return last
  }

  return {
    refresh,
    async find(identifier) {
      await last
      return state.replicas.get(identifier)
    },
    list: () => [...state.replicas.values()],
    async stop(pace) {
      state.ending.abort()
      const stopping = [...state.replicas.values()].map((replica) => replica.stop(pace))
      await Promise.all([...stopping, last, observing])
      // The last refresh can have started another one in the meantime.
      await Promise.all([...state.replicas.values()].map((replica) => replica.stop(pace)))
    },
  }
}

/** Makes the running replicas agree with the records. */
async function agree(state: State): Promise<void> {
  const { deps, place, replicas, primary } = state
  const rows = await replicasOf(deps.session, place.ref)
  state.isDirty = false
  if (rows.length === 0 && replicas.size === 0) return
  const kept = rows.filter((row) => row.removed_at === null)
  const names = new Set(kept.map(({ identifier }) => identifier))
  for (const [identifier, replica] of replicas)
    if (!names.has(identifier)) {
      await replica.stop('patient')
      replicas.delete(identifier)
    }
  for (const row of kept)
    if (!replicas.has(row.identifier)) replicas.set(row.identifier, startReplica(deps, row, state))
  for (const row of rows) if (row.removed_at !== null) await cleanUp(state, row)
  await dropUnknownSlots(primary, replicas)
}

async function cleanUp({ deps, primary }: State, { identifier, slot }: ReplicaRow): Promise<void> {
  if (slot !== null) await primary.drop(slot)
  await removeReplicaData(deps, identifier)
  await deleteReplica(deps.session, identifier)
}

/** Deletes the data of a replica that does not run. */
export async function removeReplicaData(
  { folders }: Pick<ReplicaDeps, 'folders'>,
  identifier: string,
): Promise<void> {
  const dataDir = replicaDataDir(folders, identifier)
  await remove(dataDir)
  await remove(`${dataDir}.startup.log`)
}

/** A restore brings back the slots of its time, and a killed server leaves those of unfinished copies. */
async function dropUnknownSlots(
  primary: Primary,
  replicas: ReadonlyMap<string, Replica>,
): Promise<void> {
  for (const { slot } of await primary.slots()) {
    const isKnown = [...replicas.values()].some((replica) => replica.slot() === slot)
    if (!isKnown) await primary.drop(slot)
  }
}

/** Asks the primary about its replicas as long as there are any. */
async function observe(state: State, refresh: () => Promise<void>): Promise<void> {
  const { deps, place, replicas, primary, ending } = state
  state.isObserving = true
  while (!ending.signal.aborted && (replicas.size > 0 || state.isDirty)) {
    const areAllStreaming = [...replicas.values()].every((each) => each.phase() === 'streaming')
    const pause = areAllStreaming ? OBSERVE_MS : OBSERVE_SOON_MS
    await sleep(pause, undefined, { signal: ending.signal, ref: false }).catch(() => {})
    if (ending.signal.aborted) break
    if (state.isDirty) void refresh()
    // One that becomes readable later may have a slot that the answer does not show yet.
    const observed = [...replicas.values()].filter((replica) => replica.isReadable())
    const slots = await primary.slots().catch((error: unknown) => {
      deps.log.debug({ ref: place.ref, err: error }, 'The primary does not respond.')
    })
    if (slots)
      for (const replica of observed)
        replica.observe(slots.find(({ slot }) => slot === replica.slot()))
  }
  state.isObserving = false
}
