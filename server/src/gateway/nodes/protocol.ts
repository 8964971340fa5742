import type { Socket } from 'node:net'
import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { VerifyingKeys } from '../../project/keys/verifying-keys.ts'

/** The main server listens here, in a folder that only its own account can enter. */
export const SOCKET = 'main'
/**
 * Changes with the messages, so that processes of different releases do not misunderstand each
 * other.
 */
export const PROTOCOL = 2
/** Either side ends a connection that has been silent for this long. */
export const SILENCE_MS = 10_000
export const HEARTBEAT_MS = 2000

const NODE_ID = /^[0-9a-f]{16}$/
const Figures = z.record(z.string(), z.number())
const ref = z.string()

/** The data that a node needs about a project to serve its clients. */
export const ProjectFacts = z.object({
  ref,
  apiUrl: z.string(),
  socketDir: z.string(),
  port: z.number(),
  settings: z.record(z.string(), z.unknown()),
  keys: VerifyingKeys,
  /** When a process that had clients of the project last ended, in milliseconds; 0 if none has. */
  endedAt: z.number(),
})
export type ProjectFacts = z.infer<typeof ProjectFacts>

const Refusal = z.object({
  code: z.string(),
  message: z.string(),
  status: z.number(),
  hint: z.string().optional(),
  retryAfter: z.number().optional(),
})

export const FromNode = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('hello'),
    protocol: z.number(),
    service: z.string(),
    /** Identifies the process, also after its connection broke. A release without it is rejected. */
    node: z.string().regex(NODE_ID).optional(),
  }),
  z.object({ kind: z.literal('heartbeat') }),
  /**
   * Requests a project, before each client is admitted. After the first request, the project stays
   * awake.
   */
  z.object({ kind: z.literal('acquire'), id: z.number(), ref }),
  z.object({ kind: z.literal('release'), ref }),
  /** The node is about to end and disconnects its clients. */
  z.object({ kind: z.literal('goodbye') }),
  z.object({ kind: z.literal('join'), ref, member: z.string() }),
  z.object({ kind: z.literal('leave'), ref, member: z.string() }),
  z.object({ kind: z.literal('counts'), ref, counts: Figures }),
  z.object({ kind: z.literal('open'), ref, open: Figures }),
  /** A client has arrived at the node that the main server may expect to reconnect. */
  z.object({ kind: z.literal('took_over'), ref, client: z.string() }),
  z.object({ kind: z.literal('key_used'), ref, key: z.string() }),
  z.object({
    kind: z.literal('log'),
    ref,
    level: z.enum(['debug', 'info', 'warn', 'error']),
    fields: z.record(z.string(), z.unknown()),
    message: z.string(),
  }),
])
export type FromNode = z.infer<typeof FromNode>

export const FromMain = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('welcome') }),
  /** The main server does not support this node's release. */
  z.object({ kind: z.literal('rejected'), refusal: Refusal }),
  z.object({ kind: z.literal('heartbeat') }),
  z.object({ kind: z.literal('acquired'), id: z.number(), project: ProjectFacts }),
  z.object({ kind: z.literal('refused'), id: z.number(), refusal: Refusal }),
  z.object({ kind: z.literal('changed'), project: ProjectFacts }),
  z.object({ kind: z.literal('ended'), ref }),
  z.object({ kind: z.literal('others'), ref, member: z.string(), others: z.array(z.string()) }),
])
export type FromMain = z.infer<typeof FromMain>

export const toRefusal = ({ code, message, status, hint, retryAfter }: AppError) => ({
  code,
  message,
  status,
  ...(hint !== undefined && { hint }),
  ...(retryAfter !== undefined && { retryAfter }),
})

export const fromRefusal = ({ code, message, hint, ...rest }: z.infer<typeof Refusal>) =>
  new AppError(code, message, {
    status: rest.status,
    ...(hint !== undefined && { hint }),
    ...(rest.retryAfter !== undefined && { retryAfter: rest.retryAfter }),
  })

/** A line is at most the keys and settings of one project. */
const MAX_LINE = 4 * 1024 * 1024

/**
 * Messages as lines of JSON. An unreadable message, or an error thrown by `read`, ends the
 * connection with an error.
 */
export function speak<Read>(
  socket: Socket,
  schema: z.core.$ZodType<Read>,
  read: (message: Read) => void,
): (message: FromNode | FromMain) => void {
  let rest = ''
  socket.setEncoding('utf8')
  socket.on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    try {
      if (rest.length > MAX_LINE) throw new Error('A line is too long')
      for (const line of lines) read(z.parse(schema, JSON.parse(line)))
    } catch (error) {
      socket.destroy(error instanceof Error ? error : new Error(String(error)))
    }
  })
  return (message) => {
    if (socket.writable) socket.write(`${JSON.stringify(message)}\n`)
  }
}
