import type { Clock } from '../../../lib/clock.ts'
import type { SecretBox } from '../../../lib/secret-box.ts'
import type { Peers } from '../../../project/peers.ts'
import type { Project } from '../../../project/project.ts'
import type { FanOut } from '../channels/fan-out.ts'
import type { PresenceBook, PresentOnTopic } from '../channels/presence.ts'
import type { Carrier } from './carrier.ts'
import type { RemotePresence } from './remote-presence.ts'

export type ExchangeOptions = {
  readonly project: Project
  readonly clock: Clock
  readonly peers: Peers
  readonly box: SecretBox
  /** Delivers to listeners here. */
  readonly local: FanOut
  readonly presence: PresenceBook
  readonly remote: RemotePresence
  readonly dropped: (count: number) => void
}

/** The state of another node. */
type Peer = { isSynced: boolean; isAwaited: boolean; arriving: PresentOnTopic[] }

export type ExchangeState = ExchangeOptions & {
  readonly others: Map<string, Peer>
  /** Where the main server reports the other nodes to. */
  participation: { leave(): void } | undefined
  /** Whether the other nodes are known. */
  isKnown: boolean
  users: number
  linger: NodeJS.Timeout | undefined
  carrier: Carrier | undefined
  /** Repeats the request for presences. */
  requests: NodeJS.Timeout | undefined
  /** Joins that wait for the presences of other nodes. */
  waiting: { readonly all: PromiseWithResolvers<void>; readonly late: NodeJS.Timeout } | undefined
}

export const newExchange = (options: ExchangeOptions): ExchangeState => ({
  ...options,
  others: new Map(),
  participation: undefined,
  isKnown: false,
  users: 0,
  linger: undefined,
  carrier: undefined,
  requests: undefined,
  waiting: undefined,
})

export const newPeer = (): Peer => ({ isSynced: false, isAwaited: true, arriving: [] })

/** Whether the presences of all other nodes are known, or no longer waited for. */
export const isSettled = ({ isKnown, others }: ExchangeState): boolean =>
  isKnown && [...others.values()].every(({ isSynced, isAwaited }) => isSynced || !isAwaited)

/** Ends the wait of joins if nothing is missing. */
export function settle(exchange: ExchangeState): void {
  const { waiting } = exchange
  if (!waiting || !isSettled(exchange)) return
  clearTimeout(waiting.late)
  waiting.all.resolve()
  exchange.waiting = undefined
}

/** Stops waiting for nodes that have not reported their presences. */
export function giveUp(exchange: ExchangeState): void {
  exchange.isKnown = true
  for (const peer of exchange.others.values()) peer.isAwaited = false
  settle(exchange)
}
