import { z } from 'zod'
import type { Content } from '../channels/fan-out.ts'
import type { Meta, Present, PresentOnTopic } from '../channels/presence.ts'

/** The messages that the nodes of a project exchange. Keys are topics of the fan-out. */
export type NodeMessage =
  | { readonly kind: 'broadcast'; readonly key: string; readonly content: Content }
  | {
      readonly kind: 'presence'
      readonly key: string
      readonly joins: readonly Present[]
      readonly leaves: readonly Present[]
    }
  /** All clients present at the sender, in pieces. */
  | {
      readonly kind: 'snapshot'
      readonly isFirst: boolean
      readonly isLast: boolean
      readonly entries: readonly PresentOnTopic[]
    }
  /** Asks the node `of` for its snapshot. */
  | { readonly kind: 'ask'; readonly of: string }

const LENGTHS = 8

const Head = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), key: z.string(), event: z.string() }),
  z.object({
    kind: z.literal('user'),
    key: z.string(),
    event: z.string(),
    encoding: z.enum(['json', 'binary']),
  }),
  z.object({ kind: z.literal('presence'), key: z.string() }),
  z.object({ kind: z.literal('snapshot'), isFirst: z.boolean(), isLast: z.boolean() }),
  z.object({ kind: z.literal('ask'), of: z.string() }),
])
type Head = z.infer<typeof Head>

// A schema with fixed fields would lose a client's field named `__proto__`.
const AnyMeta = z.custom<Meta>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    'phx_ref' in value &&
    typeof value.phx_ref === 'string',
)
const PresentRow = z.object({ key: z.string(), meta: AnyMeta })
const Diff = z.object({ joins: z.array(PresentRow), leaves: z.array(PresentRow) })
const Entries = z.array(PresentRow.extend({ topic: z.string() }))

/** Two lengths, a head in JSON, and a body that is not encoded again. */
export function encodeMessage(message: NodeMessage): Buffer {
  const { head, body } = partsOf(message)
  const text = Buffer.from(JSON.stringify(head))
  const lengths = Buffer.alloc(LENGTHS)
  lengths.writeUInt32BE(text.length, 0)
  lengths.writeUInt32BE(body.length, 4)
  return Buffer.concat([lengths, text, body])
}

function partsOf(message: NodeMessage): { readonly head: Head; readonly body: Buffer } {
  if (message.kind === 'ask') return { head: message, body: Buffer.alloc(0) }
  if (message.kind === 'presence') {
    const { key, joins, leaves } = message
    return { head: { kind: 'presence', key }, body: Buffer.from(JSON.stringify({ joins, leaves })) }
  }
  if (message.kind === 'snapshot') {
    const { isFirst, isLast, entries } = message
    return {
      head: { kind: 'snapshot', isFirst, isLast },
      body: Buffer.from(JSON.stringify(entries)),
    }
  }
  const { key, content } = message
  const { event } = content
  return content.kind === 'text'
    ? { head: { kind: 'text', key, event }, body: Buffer.from(content.json) }
    : { head: { kind: 'user', key, event, encoding: content.encoding }, body: content.body }
}

/** Reads consecutive messages. Throws for anything that no node has written. */
export function decodeMessages(bytes: Buffer): readonly NodeMessage[] {
  const messages: NodeMessage[] = []
  for (let at = 0; at < bytes.length;) {
    const headEnd = at + LENGTHS + bytes.readUInt32BE(at)
    const end = headEnd + bytes.readUInt32BE(at + 4)
    if (end > bytes.length) throw new Error('A message of a node is cut off')
    const head = Head.parse(JSON.parse(bytes.toString('utf8', at + LENGTHS, headEnd)))
    messages.push(messageOf(head, bytes.subarray(headEnd, end)))
    at = end
  }
  return messages
}

function messageOf(head: Head, body: Buffer): NodeMessage {
  const read = (): unknown => JSON.parse(body.toString('utf8'))
  if (head.kind === 'ask') return head
  if (head.kind === 'presence') return { ...head, ...Diff.parse(read()) }
  if (head.kind === 'snapshot') return { ...head, entries: Entries.parse(read()) }
  const { key, event } = head
  const content: Content =
    head.kind === 'text'
      ? { kind: 'text', event, json: body.toString('utf8') }
      : { kind: 'user', event, encoding: head.encoding, body }
  return { kind: 'broadcast', key, content }
}
