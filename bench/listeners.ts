/**
 * Opens WebSockets in a process of its own and tells its parent when all of them have received
 * something.
 */
import { openSocket } from './raw-socket.ts'

export type Order =
  /** Reports `opened`. Where `first` is sent, after the reply to it. */
  | { readonly kind: 'open'; readonly url: string; readonly count: number; readonly first?: string }
  /** Reports `expecting`, and `received` when each socket has received the text so many times. */
  | { readonly kind: 'expect'; readonly text: string; readonly times: number }

/** Sockets that are opened at the same time. */
const AT_ONCE = 50
const NOTHING = Buffer.alloc(0)

type Listener = { left: number; tail: Buffer }
const listeners: Listener[] = []
let missing = 0
let text = Buffer.alloc(0)

process.on('message', (order: Order) => {
  if (order.kind === 'open') {
    void open(order).then(() => process.send?.('opened'))
    return
  }
  text = Buffer.from(order.text)
  missing = listeners.length
  for (const listener of listeners) Object.assign(listener, { left: order.times, tail: NOTHING })
  process.send?.('expecting')
})

function receive(listener: Listener, chunk: Buffer): void {
  if (listener.left <= 0 || text.length === 0) return
  const bytes = listener.tail.length > 0 ? Buffer.concat([listener.tail, chunk]) : chunk
  let end = 0
  for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, end)) {
    end = at + text.length
    listener.left -= 1
  }
  // The rest can be the beginning of the text.
  listener.tail = bytes.subarray(Math.max(end, bytes.length - text.length + 1))
  if (listener.left <= 0 && (missing -= 1) === 0) process.send?.('received')
}

async function open({ url, count, first }: Extract<Order, { kind: 'open' }>): Promise<void> {
  for (let opened = 0; opened < count; opened += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, () => connect(url, first)))
}

async function connect(url: string, first: string | undefined): Promise<void> {
  const listener: Listener = { left: 0, tail: NOTHING }
  await openSocket(url, { first, receive: (chunk) => receive(listener, chunk) })
  listeners.push(listener)
}
