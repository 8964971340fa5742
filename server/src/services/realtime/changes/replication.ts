import type { Project } from '../../../project/project.ts'
import { noteEvent } from '../log-events.ts'
import { sqlstateOf } from '../../../postgres/failures.ts'
import type { Delivery } from './delivery.ts'
import { begin, isNeeded, type Membership } from './members.ts'
import { noteReached, retained } from './progress.ts'
import { existingPublications } from './publication.ts'
import { removeSlot, type SlotKind } from './slot.ts'
import { createChangeStream, type ChangeStream } from './stream.ts'

export const MESSAGES_PUBLICATION = 'supabase_realtime_messages_publication'
export const CHANGES_PUBLICATION = 'supabase_realtime'

/** The replication connection of a project, and the slot that it reads. */
export type Replication = {
  /** Resolves when every later commit is certain to be delivered. */
  connect(): Promise<void>
  /** An earlier server has left the slot. */
  adopt(): void
  /** Reconnects in a second, if the connection is still needed. */
  reconnectLater(): void
  /** Ends the connection and drops the slot in a few seconds, unless it is needed again by then. */
  endLater(): void
  /** Notes the time from which clients are expected to return if the process ends. */
  stamp(): void
  /** Ends the connection. The slot is kept for the channels that will return. */
  close(): Promise<void>
}

type ReplicationOptions = {
  readonly project: Project
  readonly slot: SlotKind
  readonly membership: Membership
  readonly delivery: Delivery
  /** Whether there are channels to deliver to. */
  readonly isWanted: () => boolean
  /** Whether channels are expected to return. */
  readonly isExpecting: () => boolean
  /** The connection broke. */
  readonly lost: () => void
  /** Changes since the connection broke, or since the server ended, cannot be read. */
  readonly lostChanges: () => void
  /** The connection is open again. */
  readonly resumed: () => Promise<void>
  readonly now: () => number
  readonly warn: (error: unknown, message: string) => void
}

/** How long a project without channels keeps its replication connection. */
const LINGER_MS = 3000
const RETRY_MS = 1000
/** The slot does not exist, or has lost unread changes. */
const SLOT_IS_GONE = new Set(['42704', '55000'])

type ReplicationState = {
  readonly options: ReplicationOptions
  stream: ChangeStream | undefined
  /** The slot exists, with the changes since `membership.reached`. */
  hasSlot: boolean
  linger: NodeJS.Timeout | undefined
  retry: NodeJS.Timeout | undefined
  starting: Promise<void> | undefined
  ending: Promise<void> | undefined
  isClosed: boolean
}

export function createReplication(options: ReplicationOptions): Replication {
  const state: ReplicationState = {
    options,
    stream: undefined,
    hasSlot: false,
    linger: undefined,
    retry: undefined,
    starting: undefined,
    ending: undefined,
    isClosed: false,
  }
  return {
    connect: () => connect(state),
    adopt: () => void (state.hasSlot = true),
    reconnectLater: () => reconnectLater(state),
    stamp() {
      if (isNeeded(options.membership)) stamp(options)
    },
    endLater: () => endLater(state),
    close: () => close(state),
  }
}

function connect(state: ReplicationState): Promise<void> {
  clearTimeout(state.linger)
  state.starting ??= open(state).finally(() => (state.starting = undefined))
  return state.starting
}

async function open(state: ReplicationState): Promise<void> {
  await state.ending
  // A batch of an earlier stream may still be on its way.
  await state.options.delivery.between(() => {})
  state.stream ??= await newStream(state)
  if (state.isClosed) throw new Error('The project is stopping')
  try {
    await state.stream.ready()
  } catch (error) {
    state.stream = undefined
    if (!state.hasSlot || !SLOT_IS_GONE.has(sqlstateOf(error) ?? '')) throw error
    loseSlot(state)
    await open(state)
  }
}

async function newStream(state: ReplicationState): Promise<ChangeStream> {
  const { options } = state
  const { project, slot, membership, delivery } = options
  const publications = await existingPublications(project, [
    MESSAGES_PUBLICATION,
    CHANGES_PUBLICATION,
  ])
  return createChangeStream({
    project,
    publications,
    slot,
    from: state.hasSlot ? membership.reached : undefined,
    handle: delivery.deliver,
    settled: delivery.settled,
    retained: () => retained(membership).lsn,
    beginning: () => membership.journal.update({}),
    began(at) {
      state.hasSlot = true
      noteEvent(project, 'info', 'The replication of changes has started.')
      begin(membership, at)
    },
    beat() {
      noteReached(membership)
      stamp(options)
    },
    lost(error) {
      state.stream = undefined
      options.warn(error, 'The replication connection was lost.')
      if (slot !== 'kept') loseSlot(state)
      options.lost()
      reconnectLater(state)
    },
  })
}

/** The file's time tells a later server when this one ended. */
const stamp = ({ membership }: ReplicationOptions) => membership.journal.update({})

function loseSlot(state: ReplicationState): void {
  state.hasSlot = false
  state.options.lostChanges()
}

function reconnectLater(state: ReplicationState): void {
  const { options } = state
  clearTimeout(state.retry)
  if (state.isClosed || !options.isWanted()) return
  state.retry = setTimeout(() => {
    connect(state)
      .then(options.resumed)
      .catch(() => reconnectLater(state))
  }, RETRY_MS)
  state.retry.unref()
}

const mayEnd = ({ isClosed, options }: ReplicationState): boolean =>
  !isClosed && !options.isWanted() && !options.isExpecting()

function endLater(state: ReplicationState): void {
  clearTimeout(state.linger)
  if (!mayEnd(state)) return
  state.linger = setTimeout(() => {
    if (!mayEnd(state)) return
    clearTimeout(state.retry)
    state.ending = disconnect(state).finally(() => (state.ending = undefined))
  }, LINGER_MS)
  state.linger.unref()
}

async function disconnect(state: ReplicationState): Promise<void> {
  await closeStream(state)
  await state.options.delivery.between(() => {})
  await forget(state)
}

async function closeStream(state: ReplicationState): Promise<void> {
  const { stream } = state
  state.stream = undefined
  await stream?.close()
}

/** Drops the slot. If this fails, the next stream or the next server does it. */
async function forget(state: ReplicationState): Promise<void> {
  const { project, slot, membership, now, warn } = state.options
  const isLeft = state.hasSlot && slot === 'kept'
  state.hasSlot = false
  try {
    if (isLeft) await removeSlot(project)
    membership.journal.clear(now())
  } catch (error) {
    warn(error, 'The replication slot could not be dropped.')
  }
}

async function close(state: ReplicationState): Promise<void> {
  const { options } = state
  state.isClosed = true
  for (const timer of [state.linger, state.retry]) clearTimeout(timer)
  await closeStream(state)
  await state.ending
  if (isNeeded(options.membership)) stamp(options)
  else await forget(state)
  options.membership.journal.close()
}
