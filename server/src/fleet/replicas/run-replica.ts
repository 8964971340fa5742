import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { kindIn } from '../../lib/untrusted-folder/files.ts'
import { remove } from '../../lib/untrusted-folder/folders.ts'
import { explain } from '../lifecycle/failure.ts'
import { STOP_MS } from '../machine/start.ts'
import { copyPrimary } from './copy-primary.ts'
import { createLagHistory } from './lag.ts'
import { newSlot } from './names.ts'
import { saveSlot } from './replica-records.ts'
import { enterPhase, type ReplicaState } from './replica-state.ts'
import { serveReplica } from './serve-replica.ts'

/** Pauses after the first, second, … failure in a row. */
const PAUSES_MS = [0, 500, 2000, 10_000, 30_000, 60_000, 300_000]
/** After this many failures in a row, the data is copied again. */
const FAILURES_TO_REBUILD = 3
/** After this time of health, the failures are forgotten. */
const STABLE_MS = 60_000

/** Builds, starts and restarts a replica until it is told to end. Never rejects. */
export async function runReplica(state: ReplicaState): Promise<void> {
  const { deps, ending, place } = state
  while (!ending.signal.aborted) {
    try {
      await runOnce(state)
      return
    } catch (caught) {
      if (ending.signal.aborted) return
      deps.log.error(
        { ref: place.ref, replica: state.identifier, err: caught },
        'A replica has failed.',
      )
      state.failure = { error: explain(caught), at: deps.clock.now() }
      enterPhase(state, 'failed')
      const pause = PAUSES_MS[Math.min(state.failures, PAUSES_MS.length - 1)]
      state.failures += 1
      state.failuresOfCopy += 1
      await sleep(pause, undefined, { signal: ending.signal, ref: false }).catch(() => {})
    }
  }
}

/** Resolves when it was told to end, or was removed. Rejects if its Postgres may not continue. */
async function runOnce(state: ReplicaState): Promise<void> {
  const { deps, identifier, place, dataDir, socketDir, ending } = state
  const slot = await ensureCopy(state)
  if (slot === undefined || ending.signal.aborted) return
  enterPhase(state, 'starting')
  const server = await serveReplica(deps, { identifier, slot, place, dataDir, socketDir })
  try {
    await server.start()
    await rm(`${dataDir}.startup.log`, { force: true })
    const since = performance.now()
    enterPhase(state, 'disconnected')
    const why = await untilOver(state, server.crashed)
    if (performance.now() - since > STABLE_MS) {
      state.failures = 0
      state.failuresOfCopy = 0
    }
    if (why === SLOT_LOST) state.failuresOfCopy = FAILURES_TO_REBUILD
    if (why !== undefined) throw new Error(why)
  } finally {
    state.lose = () => {}
    await server.stop(STOP_MS[state.stopPace].cluster)
  }
}

/**
 * Copies the primary unless the copy of an earlier run can still follow it. Returns the slot of the
 * copy; undefined if the replica was removed.
 */
async function ensureCopy(state: ReplicaState): Promise<string | undefined> {
  const { deps, identifier, primary, place, dataDir, ending } = state
  const { slot: known } = state
  if (known !== null && (await canFollow(state, known))) return known
  enterPhase(state, 'building')
  const slot = newSlot()
  if ((await saveSlot(deps.session, identifier, slot)) === 0) return undefined
  state.slot = slot
  if (known !== null) await primary.drop(known)
  await remove(dataDir)
  await primary.prepare(slot)
  await copyPrimary(deps, place, { dataDir, signal: ending.signal }).catch(
    async (error: unknown) => {
      // The primary would keep WAL for a copy that does not exist.
      await primary.drop(slot)
      throw error
    },
  )
  state.failuresOfCopy = 0
  state.history = createLagHistory()
  return slot
}

async function canFollow(
  { primary, dataDir, failuresOfCopy }: ReplicaState,
  known: string,
): Promise<boolean> {
  if (failuresOfCopy >= FAILURES_TO_REBUILD) return false
  const kept = (await primary.slots()).find(({ slot }) => slot === known)
  if (!kept || kept.is_lost) return false
  return (await kindIn(dataDir, 'PG_VERSION').catch(() => undefined)) === 'file'
}

const SLOT_LOST = 'The slot is lost'

/** Resolves with the reason if its Postgres may not continue; with undefined if it was told to end. */
async function untilOver(
  state: ReplicaState,
  crashed: Promise<string>,
): Promise<string | undefined> {
  const { signal } = state.ending
  const over = Promise.withResolvers<string | undefined>()
  state.lose = () => over.resolve(SLOT_LOST)
  const stop = () => over.resolve(undefined)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  return Promise.race([over.promise, crashed]).finally(() =>
    signal.removeEventListener('abort', stop),
  )
}
