import type { Project } from '../../../project/project.ts'
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

type Options = {
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

export function createReplication(options: Options): Replication {
  const { project, slot, membership, delivery, warn } = options
  const { journal } = membership
  const isKept = slot === 'kept'
  let stream: ChangeStream | undefined
  /** The slot exists, with the changes since `membership.reached`. */
  let hasSlot = false
  let linger: NodeJS.Timeout | undefined
  let retry: NodeJS.Timeout | undefined
  let starting: Promise<void> | undefined
  let ending: Promise<void> | undefined
  let isClosed = false

  function connect(): Promise<void> {
    clearTimeout(linger)
    starting ??= open().finally(() => (starting = undefined))
    return starting
  }

  async function open(): Promise<void> {
    await ending
    // A batch of an earlier stream may still be on its way.
    await delivery.between(() => {})
    stream ??= await newStream()
    if (isClosed) throw new Error('The project is stopping')
    try {
      await stream.ready()
    } catch (error) {
      stream = undefined
      if (!hasSlot || !SLOT_IS_GONE.has(sqlstateOf(error) ?? '')) throw error
      loseSlot()
      await open()
    }
  }

  async function newStream(): Promise<ChangeStream> {
    const publications = await existingPublications(project, [
      MESSAGES_PUBLICATION,
      CHANGES_PUBLICATION,
    ])
    return createChangeStream({
      project,
      publications,
      slot,
      from: hasSlot ? membership.reached : undefined,
      handle: delivery.deliver,
      settled: delivery.settled,
      retained: () => retained(membership).lsn,
      beginning: () => journal.update({}),
      began(at) {
        hasSlot = true
        begin(membership, at)
      },
      beat() {
        noteReached(membership)
        stamp()
      },
      lost(error) {
        stream = undefined
        warn(error, 'The replication connection was lost.')
        if (!isKept) loseSlot()
        options.lost()
        reconnectLater()
      },
    })
  }

  /** The file's time tells a later server when this one ended. */
  const stamp = () => journal.update({})

  function loseSlot(): void {
    hasSlot = false
    options.lostChanges()
  }

  function reconnectLater(): void {
    clearTimeout(retry)
    if (isClosed || !options.isWanted()) return
    retry = setTimeout(() => {
      connect().then(options.resumed).catch(reconnectLater)
    }, RETRY_MS)
    retry.unref()
  }

  const mayEnd = () => !isClosed && !options.isWanted() && !options.isExpecting()

  async function disconnect(): Promise<void> {
    const idle = stream
    stream = undefined
    await idle?.close()
    await delivery.between(() => {})
    await forget()
  }

  /** Drops the slot. If this fails, the next stream or the next server does it. */
  async function forget(): Promise<void> {
    const isLeft = hasSlot && isKept
    hasSlot = false
    try {
      if (isLeft) await removeSlot(project)
      journal.clear(options.now())
    } catch (error) {
      warn(error, 'The replication slot could not be dropped.')
    }
  }

  return {
    connect,
    adopt: () => void (hasSlot = true),
    reconnectLater,
    stamp() {
      if (isNeeded(membership)) stamp()
    },
    endLater() {
      clearTimeout(linger)
      if (!mayEnd()) return
      linger = setTimeout(() => {
        if (!mayEnd()) return
        clearTimeout(retry)
        ending = disconnect().finally(() => (ending = undefined))
      }, LINGER_MS)
      linger.unref()
    },
    async close() {
      isClosed = true
      for (const timer of [linger, retry]) clearTimeout(timer)
      const open = stream
      stream = undefined
      await open?.close()
      await ending
      if (isNeeded(membership)) stamp()
      else await forget()
      journal.close()
    },
  }
}
