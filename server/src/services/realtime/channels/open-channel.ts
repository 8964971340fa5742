import type { Caller } from '../../../project/caller.ts'
import type { ChannelError } from '../errors.ts'
import type { Policies } from '../database/private-access.ts'
import type { ChangeSubscription } from '../changes/listener.ts'
import type { Encoded, Frame, Version } from '../wire/frames.ts'
import type { Broadcasting } from './broadcasting.ts'
import type { ChannelState } from './channel-state.ts'
import type { Presenting } from './presenting.ts'
import type { Replaying } from './replaying.ts'

/** The parts of a socket that a channel uses. */
export type ChannelSocket = {
  readonly version: Version
  /** The caller of the handshake. */
  readonly caller: Caller
  send(frame: Encoded): void
  /** Sends frames together, in order. False if some of them wait in this process. */
  sendAll(frames: readonly Encoded[]): boolean
  /** Calls back when no frame waits any more, unless the connection ends before. */
  whenSent(sent: () => void): void
}

/** A channel from its join to its end, which the steps of its life read and change. */
export type OpenChannel = {
  readonly socket: ChannelSocket
  readonly state: ChannelState
  readonly broadcasting: Broadcasting
  readonly presenting: Presenting
  readonly join: Frame
  readonly joinedAt: number
  /** Called once the channel is closed for any reason. */
  readonly ended: (error?: ChannelError) => void
  /** Frames that are handled one after another. */
  readonly waiting: Frame[]
  isBusy: boolean
  isOver: boolean
  isJoined: boolean
  isCut: boolean
  token: string | undefined
  caller: Caller
  policies: Policies | undefined
  expiry: NodeJS.Timeout | undefined
  unsubscribe: () => void
  changes: ChangeSubscription | undefined
  replaying: Replaying | undefined
}
