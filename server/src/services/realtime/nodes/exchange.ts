import { randomBytes } from 'node:crypto'
import type { FanOut } from '../channels/fan-out.ts'
import { listed, type PresenceDiff } from '../channels/presence.ts'
import { createNotifyCarrier, type Carrier } from './carrier.ts'
import {
  giveUp,
  isSettled,
  newExchange,
  newPeer,
  settle,
  type ExchangeOptions,
  type ExchangeState,
} from './exchange-state.ts'
import { receive, sendSnapshot, tellAll, tellHere } from './exchange-presence.ts'

/** The clients of a project on all nodes. While one node serves them all, it costs nothing. */
export type Exchange = {
  /** Delivers to listeners here, and to those on other nodes. */
  readonly fanOut: FanOut
  /** Tells all clients on a topic who joined and who left. */
  tellPresence(topic: string, diff: PresenceDiff): void
  /** Takes part until the returned function is called, and for some seconds longer. */
  use(): () => void
  /**
   * Resolves when this node knows the presences of the others, or when one of them does not
   * respond. Undefined if there is nothing to wait for.
   */
  ready(): Promise<void> | undefined
  close(): Promise<void>
}

/** How long a node stays in the exchange after its last client. */
const LINGER_MS = 5000
const ASK_MS = 300
/** How long a join waits for a node that does not report its presences. */
const PATIENCE_MS = 2000

export function createExchange(options: ExchangeOptions): Exchange {
  const { local } = options
  const exchange = newExchange(options)
  return {
    fanOut: {
      ...local,
      publish(key, message, except) {
        local.publish(key, message, except)
        exchange.carrier?.send({ kind: 'broadcast', key, content: message.content })
      },
    },
    tellPresence(key, diff) {
      tellHere(exchange, key, diff)
      const [joins, leaves] = [listed(diff.joins), listed(diff.leaves)]
      exchange.carrier?.send({ kind: 'presence', key, joins, leaves })
    },
    use: () => use(exchange),
    ready() {
      if (isSettled(exchange)) return undefined
      exchange.waiting ??= {
        all: Promise.withResolvers<void>(),
        late: setTimeout(() => giveUp(exchange), PATIENCE_MS),
      }
      return exchange.waiting.all.promise
    },
    async close() {
      clearTimeout(exchange.linger)
      exchange.participation?.leave()
      exchange.participation = undefined
      await end(exchange)
    },
  }
}

function use(exchange: ExchangeState): () => void {
  exchange.users += 1
  clearTimeout(exchange.linger)
  takePart(exchange)
  let isUsed = true
  return () => {
    if (!isUsed) return
    isUsed = false
    exchange.users -= 1
    if (exchange.users > 0) return
    exchange.linger = setTimeout(() => leave(exchange), LINGER_MS)
    exchange.linger.unref()
  }
}

function takePart(exchange: ExchangeState): void {
  if (exchange.participation) return
  const { peers, project } = exchange
  const self = randomBytes(8).toString('hex')
  exchange.participation = peers.join(project.ref, self, (next) => change(exchange, self, next))
}

function leave(exchange: ExchangeState): void {
  exchange.participation?.leave()
  exchange.participation = undefined
  exchange.isKnown = false
  void end(exchange)
}

/** Takes over the set of other nodes. */
function change(exchange: ExchangeState, self: string, next: ReadonlySet<string>): void {
  const { others } = exchange
  exchange.isKnown = true
  for (const node of others.keys()) if (!next.has(node)) forget(exchange, node)
  const added = [...next].filter((node) => !others.has(node))
  for (const node of added) others.set(node, newPeer())
  if (others.size === 0) void end(exchange)
  else exchange.carrier ??= open(exchange, self)
  if (added.length > 0) sendSnapshot(exchange)
  settle(exchange)
}

function open(exchange: ExchangeState, self: string): Carrier {
  const { project, clock, box, others, dropped } = exchange
  const carrier = createNotifyCarrier({
    project,
    clock,
    box,
    self,
    isPeer: (node) => others.has(node),
    received: (node, message) => receive(exchange, { self, node }, message),
    missed(node) {
      const peer = others.get(node)
      if (peer) peer.isSynced = false
    },
    interrupted() {
      for (const peer of others.values()) peer.isSynced = false
      sendSnapshot(exchange)
    },
    dropped,
  })
  const request = () => requestPresences(exchange)
  // Repeats the request, because the other node may not know this one yet.
  exchange.requests = setInterval(request, ASK_MS)
  exchange.requests.unref()
  carrier.ready().then(request, () => {
    // The next request tries again.
  })
  return carrier
}

function requestPresences({ carrier, others }: ExchangeState): void {
  const unsynced = [...others].filter(([, { isSynced }]) => !isSynced)
  if (!carrier || unsynced.length === 0) return
  carrier.ready().then(
    () => {
      for (const [of] of unsynced) carrier.send({ kind: 'ask', of })
    },
    () => {
      // The database is unavailable; the next request tries again.
    },
  )
}

async function end(exchange: ExchangeState): Promise<void> {
  const { carrier } = exchange
  exchange.carrier = undefined
  clearInterval(exchange.requests)
  for (const node of exchange.others.keys()) forget(exchange, node)
  settle(exchange)
  await carrier?.close()
}

function forget(exchange: ExchangeState, node: string): void {
  exchange.others.delete(node)
  exchange.carrier?.remove(node)
  tellAll(exchange, exchange.remote.replace(node, []))
}
