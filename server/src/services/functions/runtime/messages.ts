import type { Readable } from 'node:stream'
import { z } from 'zod'

/** Messages from the bootstrap to the server. */
const Message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('process'), pid: z.int().positive() }),
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('background'), count: z.int().min(0) }),
  z.object({ kind: z.literal('uncaught'), message: z.string() }),
  z.object({
    kind: z.literal('console'),
    level: z.enum(['debug', 'info', 'warn', 'error']),
    message: z.string(),
  }),
])
export type Message = z.infer<typeof Message>

/**
 * Longer lines are truncated, and a process is read at most this fast per second, so that it has to
 * wait instead of the server.
 */
const MAX_LINE = 64 * 1024
const BYTES_PER_SECOND = 1024 * 1024
const LONGEST_MESSAGE = 8000

/**
 * Reads the output of a process: messages of the bootstrap begin with the token, everything else
 * was written by the function. A function can send messages, too, but only about itself.
 */
export function readMessages(
  output: Readable,
  token: string,
  receive: (message: Message) => void,
): void {
  let text = ''
  output.setEncoding('utf8')
  onPaced(output, (chunk) => {
    const lines = (text + chunk).split('\n')
    text = lines.pop() ?? ''
    if (text.length > MAX_LINE) lines.push(text.slice(0, MAX_LINE))
    if (text.length > MAX_LINE) text = ''
    for (const line of lines) {
      const message = line.startsWith(token) ? parse(line.slice(token.length)) : written(line)
      if (message) receive(message)
    }
  })
}

/** Errors written by Deno itself and by the function; lines written at once stay together. */
export function readErrors(output: Readable, receive: (text: string) => void): void {
  output.setEncoding('utf8')
  onPaced(output, (chunk) => {
    const text = chunk.trim().slice(0, LONGEST_MESSAGE)
    if (text !== '') receive(text)
  })
}

function onPaced(output: Readable, receive: (chunk: string) => void): void {
  let since = performance.now()
  let bytes = 0
  output.on('error', () => {})
  output.on('data', (chunk: string) => {
    receive(chunk)
    const now = performance.now()
    if (now - since > 1000) [since, bytes] = [now, 0]
    bytes += chunk.length
    if (bytes < BYTES_PER_SECOND) return
    output.pause()
    setTimeout(() => output.resume(), 1000 - (now - since)).unref()
  })
}

function written(line: string): Message | undefined {
  const message = line.trimEnd().slice(0, LONGEST_MESSAGE)
  return message === '' ? undefined : { kind: 'console', level: 'info', message }
}

function parse(json: string): Message | undefined {
  try {
    return Message.parse(JSON.parse(json))
  } catch {
    return undefined
  }
}
