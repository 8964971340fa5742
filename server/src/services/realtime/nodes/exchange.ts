import { randomBytes } from 'node:crypto'
import type { Clock } from '../../../lib/clock.ts'
import type { SecretBox } from '../../../lib/secret-box.ts'
import type { Peers } from '../../../project/peers.ts'
import type { Project } from '../../../project/project.ts'
import { messageOf, type FanOut } from '../channels/fan-out.ts'
import {
  listed,
  type PresenceBook,
  type PresenceDiff,
  type PresentOnTopic,
} from '../channels/presence.ts'
import { createNotifyCarrier, type Carrier } from './carrier.ts'
import type { NodeMessage } from './messages.ts'
import type { RemotePresence } from './remote-presence.ts'

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

type Options = {
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

/** How long a node stays in the exchange after its last client. */
const LINGER_MS = 5000
const ASK_MS = 300
/** How long a join waits for a node that does not report its presences. */
const PATIENCE_MS = 2000
/** Presences in one message. */
const PIECE = 200

export function createExchange(options: Options): Exchange {
  const { project, local, presence, remote } = options
  const others = new Map<string, Peer>()
  let participation: { leave(): void } | undefined
  let isKnown = false
  let users = 0
  let linger: NodeJS.Timeout | undefined
  let carrier: Carrier | undefined
  let asking: NodeJS.Timeout | undefined
  let waiting:
    | { readonly all: PromiseWithResolvers<void>; readonly late: NodeJS.Timeout }
    | undefined

  function takePart(): void {
    if (participation) return
    const self = randomBytes(8).toString('hex')
    participation = options.peers.join(project.ref, self, (next) => changed(self, next))
  }

  function leave(): void {
    participation?.leave()
    participation = undefined
    isKnown = false
    void end()
  }

  function changed(self: string, next: ReadonlySet<string>): void {
    isKnown = true
    for (const node of others.keys()) if (!next.has(node)) forget(node)
    const added = [...next].filter((node) => !others.has(node))
    for (const node of added) others.set(node, { isSynced: false, isAwaited: true, arriving: [] })
    if (others.size === 0) void end()
    else carrier ??= open(self)
    if (added.length > 0) sendSnapshot()
    settle()
  }

  function open(self: string): Carrier {
    const opened = createNotifyCarrier({
      project,
      clock: options.clock,
      box: options.box,
      self,
      isPeer: (node) => others.has(node),
      received: (node, message) => received(self, node, message),
      missed(node) {
        const peer = others.get(node)
        if (peer) peer.isSynced = false
      },
      interrupted() {
        for (const peer of others.values()) peer.isSynced = false
        sendSnapshot()
      },
      dropped: options.dropped,
    })
    // Repeats the question, because the other node may not know this one yet.
    asking = setInterval(ask, ASK_MS)
    asking.unref()
    opened.ready().then(ask, () => {
      // `ask` tries again.
    })
    return opened
  }

  function ask(): void {
    const open = carrier
    const unsynced = [...others].filter(([, { isSynced }]) => !isSynced)
    if (!open || unsynced.length === 0) return
    open.ready().then(
      () => {
        for (const [of] of unsynced) open.send({ kind: 'ask', of })
      },
      () => {
        // The database is unavailable; the next turn tries again.
      },
    )
  }

  async function end(): Promise<void> {
    const ended = carrier
    carrier = undefined
    clearInterval(asking)
    for (const node of others.keys()) forget(node)
    settle()
    await ended?.close()
  }

  function forget(node: string): void {
    others.delete(node)
    carrier?.remove(node)
    tellAll(remote.replace(node, []))
  }

  function received(self: string, node: string, message: NodeMessage): void {
    if (message.kind === 'broadcast')
      return local.publish(message.key, messageOf(message.key, message.content))
    if (message.kind === 'presence') {
      const diff = remote.change(node, message.key, message)
      return diff && tellHere(message.key, diff)
    }
    if (message.kind === 'ask') return message.of === self ? sendSnapshot() : undefined
    const peer = others.get(node)
    if (!peer) return
    if (message.isFirst) peer.arriving = []
    peer.arriving.push(...message.entries)
    if (!message.isLast) return
    tellAll(remote.replace(node, peer.arriving))
    peer.arriving = []
    peer.isSynced = true
    settle()
  }

  function sendSnapshot(): void {
    const all = [...presence.all()]
    for (let at = 0; at === 0 || at < all.length; at += PIECE)
      carrier?.send({
        kind: 'snapshot',
        isFirst: at === 0,
        isLast: at + PIECE >= all.length,
        entries: all.slice(at, at + PIECE),
      })
  }

  const isSettled = () =>
    isKnown && [...others.values()].every(({ isSynced, isAwaited }) => isSynced || !isAwaited)

  function settle(): void {
    if (!waiting || !isSettled()) return
    clearTimeout(waiting.late)
    waiting.all.resolve()
    waiting = undefined
  }

  function giveUp(): void {
    isKnown = true
    for (const peer of others.values()) peer.isAwaited = false
    settle()
  }

  function tellHere(topic: string, diff: PresenceDiff): void {
    const name = messageOf(topic, {
      kind: 'text',
      event: 'presence_diff',
      json: JSON.stringify(diff),
    })
    local.publish(`presence:${topic}`, name)
  }

  function tellAll(diffs: ReadonlyMap<string, PresenceDiff>): void {
    for (const [topic, diff] of diffs) tellHere(topic, diff)
  }

  return {
    fanOut: {
      ...local,
      publish(key, message, except) {
        local.publish(key, message, except)
        carrier?.send({ kind: 'broadcast', key, content: message.content })
      },
    },
    tellPresence(key, diff) {
      tellHere(key, diff)
      const [joins, leaves] = [listed(diff.joins), listed(diff.leaves)]
      carrier?.send({ kind: 'presence', key, joins, leaves })
    },
    use() {
      users += 1
      clearTimeout(linger)
      takePart()
      let isUsed = true
      return () => {
        if (!isUsed) return
        isUsed = false
        users -= 1
        if (users > 0) return
        linger = setTimeout(leave, LINGER_MS)
        linger.unref()
      }
    },
    ready() {
      if (isSettled()) return undefined
      waiting ??= {
        all: Promise.withResolvers<void>(),
        late: setTimeout(giveUp, PATIENCE_MS),
      }
      return waiting.all.promise
    },
    async close() {
      clearTimeout(linger)
      participation?.leave()
      participation = undefined
      await end()
    },
  }
}
