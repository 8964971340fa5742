import { hash } from 'node:crypto'
import { bootId } from '../../../lib/boot-id.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Project } from '../../../project/project.ts'
import type { FanOut } from '../channels/fan-out.ts'
import { NAME } from '../name.ts'
import type { ChangeRequest } from '../wire/join-payload.ts'
import { deliverChanges } from './deliver.ts'
import { createDelivery, type Delivery } from './delivery.ts'
import { createJournal, createMemoryJournal, type Journal } from './journal/journal.ts'
import type { AskedChange, ChangeListener, ChangeSubscription } from './listener.ts'
import {
  add,
  createMembership,
  cutOff,
  expectCut,
  expectedUntil,
  expire,
  forgetAbsence,
  forgetCut,
  interrupt,
  isExpecting,
  remove,
  renameKey,
  type Membership,
} from './members.ts'
import { createMessageDelivery } from './messages.ts'
import { requirePublished } from './publication.ts'
import { recover, RETURN_MS } from './recovery.ts'
import { CHANGES_PUBLICATION, createReplication, type Replication } from './replication.ts'
import type { SlotKind } from './slot.ts'
import { readRequest } from './subscriptions.ts'

export type Changes = {
  /** Takes over the state that an earlier server left. */
  recover(): Promise<void>
  /** Gives each request its id, which is the same for the same request. */
  identify(requests: readonly ChangeRequest[]): readonly AskedChange[]
  join(listener: ChangeListener): ChangeSubscription
  /**
   * Clients of another process that has ended may reconnect here. Every channel that has subscribed
   * or will subscribe between the given times, in milliseconds, is told that it may have missed
   * changes.
   */
  doubt(window: { readonly since: number; readonly until: number }): void
  /** Another process now serves a channel that might have been expected here. */
  tookOver(channel: string): void
  /** Until when clients of processes that have ended can be expected, in milliseconds. */
  expectedUntil(): number
  /** Called before all clients are disconnected although the server continues to run. */
  interrupt(): Promise<void>
  /**
   * Ends deliveries. Once it has resolved, clients can be disconnected, and are expected to return.
   */
  end(): Promise<void>
  /** Releases everything. The slot is kept for the channels that are expected to return. */
  close(): Promise<void>
}

type ChangesOptions = {
  readonly project: Project
  readonly fanOut: FanOut
  readonly clock: Clock
  readonly slot: SlotKind
  /** Called when a channel has subscribed, with the key that identifies it on another process. */
  readonly subscribed?: (channel: string) => void
}

const SUBSCRIBED = 'Subscribed to PostgreSQL'
const CONNECTED = 'Replication connection established'
const FAILED = 'The changes of the database could not be read. Trying again in a second'
/** A connection that was cut this shortly before the server stops was cut by the stop. */
const CUT_MS = 5000
const MISSED = 'Some changes of the database were missed. Read the data again'

type ChangesState = ChangesOptions & {
  readonly listeners: Set<ChangeListener>
  /** Channels that are told that they have missed changes once they are subscribed again. */
  readonly uninformed: Set<ChangeListener>
  readonly membership: Membership
  readonly delivery: Delivery
  readonly replication: Replication
  readonly now: () => number
  readonly warn: (error: unknown, message: string) => void
  expiry: NodeJS.Timeout | undefined
  isEnded: boolean
}

/**
 * Delivers the database's changes and messages. One replication connection serves all channels of a
 * project, and exists while there is one.
 */
export function createChanges(options: ChangesOptions): Changes {
  const changes = openChanges(options)
  const { project, membership, delivery, replication, now } = changes
  const { members, journal } = membership
  return {
    async recover() {
      if (await recover(project, membership, now())) replication.adopt()
      if (isExpecting(membership)) expireInTime(changes)
    },
    identify: (requests) =>
      requests.map((request) => ({ ...request, id: idOf(JSON.stringify(request)) })),
    join: (listener) => join(changes, listener),
    doubt({ since, until }) {
      journal.update({ doubtUntil: Math.max(journal.state.doubtUntil, until) })
      for (const { listener, addedAt } of members.values())
        if (addedAt >= since) tellMissed(listener)
    },
    tookOver: (channel) => forgetAbsence(membership, channel),
    expectedUntil: () => Math.max(expectedUntil(membership), journal.state.doubtUntil),
    interrupt: () =>
      delivery.between(() => {
        interrupt(membership, { now: now(), until: now() + RETURN_MS })
        expireInTime(changes)
      }),
    end: () => end(changes),
    async close() {
      await end(changes)
      await replication.close()
    },
  }
}

function openChanges(options: ChangesOptions): ChangesState {
  const { project, fanOut, clock, slot } = options
  const listeners = new Set<ChangeListener>()
  const uninformed = new Set<ChangeListener>()
  const now = () => clock.now().getTime()
  const warn = (error: unknown, message: string) =>
    project.log(NAME).warn({ error: String(error) }, message)
  const membership = createMembership(journalOf(options, warn))
  const { members } = membership
  const delivery = createDelivery({
    clock,
    membership,
    give: (subscribers, changes, events) =>
      deliverChanges(project, { subscribers, changes }, events),
    deliverMessage: createMessageDelivery(fanOut),
    tellMissed,
  })
  const replication = createReplication({
    project,
    slot,
    membership,
    delivery,
    isWanted: () => listeners.size > 0 || membership.cut.size > 0,
    isExpecting: () => isExpecting(membership),
    lost() {
      for (const { system } of members.keys()) system('postgres_changes', 'error', FAILED)
    },
    lostChanges() {
      for (const listener of members.keys()) uninformed.add(listener)
    },
    async resumed() {
      // Publications may have changed as well.
      for (const listener of listeners)
        if (listener.asked.length > 0) await subscribe(state, listener)
    },
    now,
    warn,
  })
  const state: ChangesState = {
    ...options,
    listeners,
    uninformed,
    membership,
    delivery,
    replication,
    now,
    warn,
    expiry: undefined,
    isEnded: false,
  }
  return state
}

/** Only a process whose slot outlives it records what a later one must know. */
const journalOf = ({ project, clock, slot }: ChangesOptions, warn: ChangesState['warn']): Journal =>
  slot === 'kept'
    ? createJournal(project.folder(NAME), {
        boot: bootId(clock),
        failed: (error) => warn(error, 'Deliveries cannot be recorded for a restart.'),
      })
    : createMemoryJournal()

function tellMissed({ system }: ChangeListener): void {
  system('postgres_changes', 'error', MISSED)
}

function join(changes: ChangesState, listener: ChangeListener): ChangeSubscription {
  const { listeners, replication, membership, warn } = changes
  const { asked, system, wantsReady } = listener
  listeners.add(listener)
  const work = asked.length > 0 ? subscribe(changes, listener) : replication.connect()
  work.then(
    () => {
      if (wantsReady && isPresent(changes, listener)) system('system', 'ok', CONNECTED)
    },
    (error: unknown) => {
      if (changes.isEnded) return
      warn(error, 'The changes of the database could not be read.')
      if (!listeners.has(listener)) return
      if (asked.length > 0) system('postgres_changes', 'error', FAILED)
      replication.reconnectLater()
    },
  )
  return {
    refreshed() {
      if (!changes.isEnded) renameKey(membership, listener)
      if (membership.members.has(listener)) system('postgres_changes', 'ok', SUBSCRIBED)
    },
    leave: (isCut) => leave(changes, listener, isCut),
  }
}

async function subscribe(changes: ChangesState, listener: ChangeListener): Promise<void> {
  const { project, membership, replication, delivery, uninformed, now } = changes
  const { asked, system } = listener
  const subscriptions = asked.map(readRequest)
  const invalid = asked.find((_, at) => subscriptions[at] === undefined)
  const valid = subscriptions.filter((subscription) => subscription !== undefined)
  const refused =
    invalid === undefined
      ? await requirePublished(project, CHANGES_PUBLICATION, valid)
      : `Unable to subscribe to changes with given parameters. The request is malformed: ${JSON.stringify(invalid)}`
  if (!isPresent(changes, listener)) return
  if (refused !== undefined) {
    remove(membership, listener)
    return system('postgres_changes', 'error', refused)
  }
  await replication.connect()
  if (!isPresent(changes, listener)) return
  const isDoubtful = () => now() < membership.journal.state.doubtUntil
  const channel = add(membership, { listener, subscriptions: valid }, now())
  if (channel !== undefined && isDoubtful()) changes.subscribed?.(channel)
  system('postgres_changes', 'ok', SUBSCRIBED)
  if (uninformed.delete(listener) || isDoubtful()) tellMissed(listener)
  await delivery.admit()
}

const isPresent = ({ listeners, isEnded }: ChangesState, listener: ChangeListener): boolean =>
  listeners.has(listener) && !isEnded

function leave(changes: ChangesState, listener: ChangeListener, isCut: boolean): void {
  const { listeners, uninformed, membership, replication } = changes
  listeners.delete(listener)
  uninformed.delete(listener)
  // After the end, the journal lists the channels that are expected to return.
  if (changes.isEnded) return
  if (isCut) forgetLater(changes, listener)
  else remove(membership, listener)
  replication.endLater()
}

function forgetLater(changes: ChangesState, listener: ChangeListener): void {
  const { membership, replication } = changes
  cutOff(membership, listener)
  const timer = setTimeout(() => {
    if (changes.isEnded) return
    forgetCut(membership, listener)
    replication.endLater()
  }, CUT_MS)
  timer.unref()
}

function expireInTime(changes: ChangesState): void {
  const { membership, replication, now } = changes
  clearTimeout(changes.expiry)
  const next = expire(membership, now())
  if (next === undefined) return replication.endLater()
  changes.expiry = setTimeout(() => expireInTime(changes), Math.max(0, next - now()))
  changes.expiry.unref()
}

async function end(changes: ChangesState): Promise<void> {
  const { membership, delivery, replication, now } = changes
  changes.isEnded = true
  clearTimeout(changes.expiry)
  expectCut(membership, now() + RETURN_MS)
  await delivery.end()
  replication.stamp()
}

/** A safe integer made of 48 bits of the request's digest. */
const idOf = (request: string): number => hash('sha256', request, 'buffer').readUIntBE(0, 6)
