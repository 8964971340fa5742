import type { Caller } from '../../../project/caller.ts'
import type { Encoded, Version } from '../wire/frames.ts'
import type { ChangeRequest } from '../wire/join-payload.ts'
import type { Filter } from './filters.ts'

export type AskedChange = ChangeRequest & { readonly id: number }

/** A joined channel, to which the database's changes and messages are delivered. */
export type ChangeListener = {
  readonly topic: string
  readonly version: Version
  readonly asked: readonly AskedChange[]
  readonly caller: () => Caller
  /** Tell the channel when messages of the database are delivered. */
  readonly wantsReady: boolean
  /**
   * Sends frames together, in order. False if some of them wait in this process because the client
   * reads slowly.
   */
  send(frames: readonly Encoded[]): boolean
  /** Calls back when no frame waits any more, unless the connection ends before. */
  whenSent(sent: () => void): void
  system(extension: string, status: 'ok' | 'error', message: string): void
}

export type ChangeSubscription = {
  /** The channel has another token, so that it may see other changes. */
  refreshed(): void
  /**
   * The client has left the channel. With `isCut`, its connection ended without a close frame,
   * possibly because the server began to stop.
   */
  leave(isCut: boolean): void
}

/** A channel's subscription. */
export type Subscription = {
  readonly id: number
  readonly event: 'INSERT' | 'UPDATE' | 'DELETE' | '*'
  readonly schema: string
  /** Undefined for every table of the schema. */
  readonly table: string | undefined
  readonly filters: readonly Filter[]
  readonly selected: readonly string[] | undefined
}

/** A channel that has subscribed, and its subscription. */
export type Subscriber = {
  readonly listener: ChangeListener
  readonly subscriptions: readonly Subscription[]
}
