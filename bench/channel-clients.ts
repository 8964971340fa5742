/**
 * Many channels with a sender and subscribers each, in a process of their own. Every sender sends
 * a steady number of messages a second; the process measures how long each message takes to reach
 * each subscriber.
 */
import { setTimeout } from 'node:timers/promises'
import { openSocket, sendText, type RawSocket } from './raw-socket.ts'

export type ChannelOrder =
  /** Reports `opened`. `isBare`: the server has rooms by path, and no protocol. */
  | {
      readonly kind: 'open'
      readonly url: string
      readonly isBare: boolean
      readonly from: number
      readonly channels: number
      readonly subscribers: number
    }
  /** Reports a `ChannelReport`. */
  | { readonly kind: 'run'; readonly perSecond: number; readonly seconds: number }

export type ChannelReport = {
  readonly kind: 'ran'
  readonly sent: number
  readonly received: number
  /** How many messages took so many milliseconds; the last entry has those that took longer. */
  readonly histogram: readonly number[]
}

/** Channels that are opened at the same time. */
const AT_ONCE = 10
const SLOWEST_MS = 10_000
const TICK_MS = 5
/** Time for messages in flight when the last one was sent. */
const DRAIN_MS = 5000
const MARK = Buffer.from('"at":"')
/** Milliseconds with three decimals, of a clock that all processes share. */
const DIGITS = 17

const senders: { readonly socket: RawSocket; readonly topic: string }[] = []
let histogram = new Uint32Array(SLOWEST_MS + 1)
let received = 0
let perChannel = 0
let isBare = false

process.on('message', (order: ChannelOrder) => {
  if (order.kind === 'open') void open(order).then(() => process.send?.('opened'))
  else void run(order).then((report) => process.send?.(report))
})

const clock = () => performance.timeOrigin + performance.now()

async function open(order: Extract<ChannelOrder, { kind: 'open' }>): Promise<void> {
  isBare = order.isBare
  perChannel = order.subscribers
  for (let opened = 0; opened < order.channels; opened += AT_ONCE) {
    const count = Math.min(AT_ONCE, order.channels - opened)
    await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const name = `bench-${order.from + opened + index}`
        const topic = `realtime:${name}`
        const url = isBare ? `${order.url}/${name}` : order.url
        const first = isBare
          ? undefined
          : JSON.stringify(['1', '1', topic, 'phx_join', { config: { broadcast: {} } }])
        for (let subscriber = 0; subscriber < order.subscribers; subscriber += 1)
          await openSocket(url, { first, receive: receiver() })
        senders.push({ socket: await openSocket(url, { first, receive: () => {} }), topic })
      }),
    )
  }
}

function receiver(): (chunk: Buffer) => void {
  let tail: Buffer = Buffer.alloc(0)
  return (chunk) => {
    const now = clock()
    const bytes = tail.length > 0 ? Buffer.concat([tail, chunk]) : chunk
    let end = 0
    for (let at = bytes.indexOf(MARK); at !== -1; at = bytes.indexOf(MARK, end)) {
      if (bytes.length < at + MARK.length + DIGITS) break
      end = at + MARK.length + DIGITS
      const sentAt = Number(bytes.toString('latin1', at + MARK.length, end))
      const took = Math.min(SLOWEST_MS, Math.max(0, Math.ceil(now - sentAt)))
      histogram[took] = (histogram[took] ?? 0) + 1
      received += 1
    }
    // The rest can be the beginning of a mark, or a mark whose digits are still missing.
    tail = bytes.subarray(Math.max(end, bytes.length - MARK.length - DIGITS + 1))
  }
}

async function run({
  perSecond,
  seconds,
}: Extract<ChannelOrder, { kind: 'run' }>): Promise<ChannelReport> {
  histogram = new Uint32Array(SLOWEST_MS + 1)
  received = 0
  const started = clock()
  const total = senders.length * perSecond * seconds
  let sent = 0
  while (sent < total) {
    // The senders take turns, so that the messages are spread evenly over each second.
    const due = Math.min(
      total,
      Math.floor(((clock() - started) / 1000) * senders.length * perSecond),
    )
    for (; sent < due; sent += 1) {
      const { socket, topic } = senders[sent % senders.length] ?? {}
      if (socket && topic !== undefined) sendText(socket, messageOf(topic))
    }
    await setTimeout(TICK_MS)
  }
  const expected = total * perChannel
  for (let waited = 0; waited < DRAIN_MS && received < expected; waited += 50) await setTimeout(50)
  return { kind: 'ran', sent, received, histogram: [...histogram] }
}

// A number would lose its last zeros on the way.
const messageOf = (topic: string) =>
  JSON.stringify([
    '1',
    null,
    topic,
    'broadcast',
    { type: 'broadcast', event: 'moved', payload: { x: 12.5, y: 7.25, at: clock().toFixed(3) } },
  ])
