import path from 'node:path'
import type { Backups, RestoreTarget } from '../../backups/port.ts'
import type { Clock } from '../../lib/clock.ts'
import type { FreeBytes } from '../../lib/free-bytes.ts'
import type { Log } from '../../lib/log.ts'
import { measure } from '../../lib/untrusted-folder/folders.ts'
import type { ServiceSession } from '../../postgres/database.ts'
import { backupsAreOff } from '../copies/origins.ts'
import { requireFreeSpace, RESERVED_BYTES } from '../disk/free-space.ts'
import { explain } from '../lifecycle/failure.ts'
import { lookFolder, type LookCluster, type OpeningLook } from './look-cluster.ts'
import type { Look, LookEnd, LookLease, LookPhase, LookRequest, Looks } from './port.ts'
import { ENDS, lookExists, lookNotFound, lookNotOpen, tooManyLooks } from './refusals.ts'

/** Each of them is a Postgres server, which takes memory from the projects. */
const MAX_LOOKS = 4
const IDLE_MS = 30 * 60_000
const LONGEST_MS = 4 * 3600_000

export type LooksDeps = {
  readonly backups?: Pick<Backups, 'place'> | undefined
  /** The folder of the projects' data directories. */
  readonly projects: string
  readonly freeBytes: FreeBytes
  readonly clock: Clock
  readonly log: Log
  readonly session: () => ServiceSession
  readonly open: (opening: OpeningLook) => Promise<LookCluster>
}

/** The looks of this server, which also checks their times and ends them when it stops. */
export type OwnLooks = Looks & {
  /** Ends those whose time is over. */
  sweep(): void
  /** Ends the look of a project that is deleted. */
  forget(ref: string): void
  stop(): Promise<void>
}

type State = {
  readonly target: RestoreTarget
  readonly moment: Date
  readonly startedAt: Date
  readonly cancel: AbortController
  phase: LookPhase
  openedAt: Date | null
  usedAt: Date
  leases: number
  end: LookEnd | null
  cluster: LookCluster | undefined
  /** Resolves when nothing of it runs any more. */
  done: Promise<void>
}

type LookTable = { readonly deps: LooksDeps; readonly states: Map<string, State> }

export function createLooks(deps: LooksDeps): OwnLooks {
  const states = new Map<string, State>()
  const table: LookTable = { deps, states }
  return {
    begin: (ref, request) => begin(table, ref, request),
    get(ref) {
      const state = states.get(ref)
      return state && viewOf(state)
    },
    async end(ref, within) {
      const state = states.get(ref)
      if (!state) throw lookNotFound()
      if (within) await deps.session().transaction(within)
      finish(table, ref, state)
    },
    acquire: (ref) => acquire(table, ref),
    bytes: async (ref) =>
      states.has(ref) ? (await measure(lookFolder(deps.projects, ref))).bytes : 0,
    sweep() {
      const now = deps.clock.now()
      for (const [ref, state] of states) {
        if (state.phase !== 'open') continue
        if (isOver(state.openedAt, LONGEST_MS, now)) finish(table, ref, state, ENDS.limit)
        else if (state.leases === 0 && isOver(state.usedAt, IDLE_MS, now))
          finish(table, ref, state, ENDS.idle)
      }
    },
    forget(ref) {
      const state = states.get(ref)
      if (state) finish(table, ref, state)
    },
    async stop() {
      for (const [ref, state] of states) finish(table, ref, state)
      await Promise.all([...states.values()].map(({ done }) => done))
    },
  }
}

async function begin(
  table: LookTable,
  ref: string,
  { target, moment, within }: LookRequest,
): Promise<Look> {
  const { deps, states } = table
  const { backups } = deps
  if (!backups) throw backupsAreOff()
  const former = states.get(ref)
  if (former && former.phase !== 'ended') throw lookExists()
  const running = [...states.values()].filter(({ phase }) => phase !== 'ended')
  if (running.length >= MAX_LOOKS) throw tooManyLooks(MAX_LOOKS)
  const state = newState(target, moment, deps.clock.now())
  states.set(ref, state)
  try {
    const { bytes } = await measure(path.join(deps.projects, ref))
    await requireFreeSpace(deps.freeBytes, deps.projects, RESERVED_BYTES + bytes)
    if (within) await deps.session().transaction(within)
  } catch (error) {
    drop(table, ref, state)
    throw error
  }
  state.done = open(table, ref, { state, backups })
  return viewOf(state)
}

async function open(
  table: LookTable,
  ref: string,
  { state, backups }: { readonly state: State; readonly backups: Pick<Backups, 'place'> },
): Promise<void> {
  const { clock, log } = table.deps
  const { signal } = state.cancel
  try {
    state.cluster = await table.deps.open({
      ref,
      target: state.target,
      backups,
      signal,
      onReplaying: () => void (state.phase = 'replaying'),
      // Before it is open, the opening itself fails.
      onCrash: () => finish(table, ref, state, ENDS.crashed),
    })
    // Its end was asked for after the last step.
    if (signal.aborted) return await close(table, ref, { state, end: null })
    state.openedAt = state.usedAt = clock.now()
    state.phase = 'open'
  } catch (caught) {
    if (signal.aborted) return drop(table, ref, state)
    const error = explain(caught)
    log.error({ err: error, ref }, 'An earlier moment of a project could not be opened.')
    state.phase = 'ended'
    state.end = { code: error.code, message: error.message, hint: error.hint ?? 'Try again.' }
  }
}

/** Stops the cluster, then says why or, without a reason, leaves nothing. */
async function close(
  table: LookTable,
  ref: string,
  { state, end }: { readonly state: State; readonly end: LookEnd | null },
): Promise<void> {
  const { cluster } = state
  state.cluster = undefined
  await cluster?.close().catch((error: unknown) => {
    table.deps.log.error({ err: error, ref }, 'An earlier moment could not be deleted yet.')
  })
  if (!end) return drop(table, ref, state)
  state.phase = 'ended'
  state.end = end
}

/** Ends a look in any phase. */
function finish(table: LookTable, ref: string, state: State, end: LookEnd | null = null): void {
  if (state.phase === 'open') {
    state.phase = 'ending'
    state.done = close(table, ref, { state, end })
  } else if (end === null && state.phase === 'ended') drop(table, ref, state)
  else if (end === null && state.phase !== 'ending') {
    state.phase = 'ending'
    state.cancel.abort()
  }
}

const drop = ({ states }: LookTable, ref: string, state: State): void => {
  if (states.get(ref) === state) states.delete(ref)
}

function acquire({ deps, states }: LookTable, ref: string): LookLease {
  const state = states.get(ref)
  const database = state?.cluster?.database
  if (state?.phase !== 'open' || !database) throw lookNotOpen()
  state.usedAt = deps.clock.now()
  state.leases += 1
  let isHeld = true
  return {
    // Queries of the project itself have names of their own.
    project: { ref: `${ref}.look`, database },
    look: viewOf(state),
    release() {
      if (!isHeld) return
      isHeld = false
      state.leases -= 1
      state.usedAt = deps.clock.now()
    },
  }
}

const newState = (target: RestoreTarget, moment: Date, now: Date): State => ({
  target,
  moment,
  startedAt: now,
  cancel: new AbortController(),
  phase: 'copying',
  openedAt: null,
  usedAt: now,
  leases: 0,
  end: null,
  cluster: undefined,
  done: Promise.resolve(),
})

const viewOf = ({ moment, phase, startedAt, openedAt, usedAt, end }: State): Look => ({
  moment,
  phase,
  startedAt,
  openedAt,
  endsAt:
    openedAt && phase === 'open'
      ? new Date(Math.min(usedAt.getTime() + IDLE_MS, openedAt.getTime() + LONGEST_MS))
      : null,
  end,
})

const isOver = (since: Date | null, ms: number, now: Date): boolean =>
  since !== null && now.getTime() - since.getTime() >= ms
