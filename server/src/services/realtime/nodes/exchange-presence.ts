import { messageOf } from '../channels/fan-out.ts'
import type { PresenceDiff } from '../channels/presence.ts'
import { settle, type ExchangeState } from './exchange-state.ts'
import type { NodeMessage } from './messages.ts'

/** Presences in one message. */
const PIECE = 200

/** Handles a message of another node. */
export function receive(
  exchange: ExchangeState,
  { self, node }: { readonly self: string; readonly node: string },
  message: NodeMessage,
): void {
  const { local, remote, others } = exchange
  if (message.kind === 'broadcast')
    return local.publish(message.key, messageOf(message.key, message.content))
  if (message.kind === 'presence') {
    const diff = remote.change(node, message.key, message)
    return diff && tellHere(exchange, message.key, diff)
  }
  if (message.kind === 'ask') return message.of === self ? sendSnapshot(exchange) : undefined
  const peer = others.get(node)
  if (!peer) return
  if (message.isFirst) peer.arriving = []
  peer.arriving.push(...message.entries)
  if (!message.isLast) return
  tellAll(exchange, remote.replace(node, peer.arriving))
  peer.arriving = []
  peer.isSynced = true
  settle(exchange)
}

/** Sends every presence of this node to the others. */
export function sendSnapshot({ presence, carrier }: ExchangeState): void {
  const all = [...presence.all()]
  for (let at = 0; at === 0 || at < all.length; at += PIECE)
    carrier?.send({
      kind: 'snapshot',
      isFirst: at === 0,
      isLast: at + PIECE >= all.length,
      entries: all.slice(at, at + PIECE),
    })
}

/** Tells the clients of this node who joined a topic and who left. */
export function tellHere({ local }: ExchangeState, topic: string, diff: PresenceDiff): void {
  const json = JSON.stringify(diff)
  const message = messageOf(topic, { kind: 'text', event: 'presence_diff', json })
  local.publish(`presence:${topic}`, message)
}

export function tellAll(exchange: ExchangeState, diffs: ReadonlyMap<string, PresenceDiff>): void {
  for (const [topic, diff] of diffs) tellHere(exchange, topic, diff)
}
