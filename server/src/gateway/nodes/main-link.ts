import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import path from 'node:path'
import { AppError } from '../../lib/errors.ts'
import type { Log } from '../../lib/log.ts'
import {
  FromMain,
  fromRefusal,
  HEARTBEAT_MS,
  PROTOCOL,
  SILENCE_MS,
  SOCKET,
  speak,
  type FromNode,
  type ProjectFacts,
} from './protocol.ts'

/** A node's connection to the main server, opened again whenever it breaks. */
export type MainLink = {
  readonly isUp: boolean
  /** Resolves when the main server has responded for the first time. */
  readonly met: Promise<void>
  /** Resolves when the main server refuses this node's release. */
  readonly rejected: Promise<AppError>
  /** Rejects as `Fleet.acquire` does, and with 503 `main_server_unavailable`. */
  acquire(ref: string): Promise<ProjectFacts>
  /** Sends a message. It is lost if the connection is broken. */
  send(message: FromNode): void
  close(): void
}

type Options = {
  readonly folder: string
  readonly service: string
  readonly log: Log
  /** Called when the connection opens or reopens. */
  readonly up: () => void
  readonly down: () => void
  readonly heard: (message: Extract<FromMain, { kind: 'changed' | 'ended' | 'others' }>) => void
}

const RETRY_MS = 250

export function createMainLink({ folder, service, log, up, down, heard }: Options): MainLink {
  const waiting = new Map<number, PromiseWithResolvers<ProjectFacts>>()
  const met = Promise.withResolvers<void>()
  const rejected = Promise.withResolvers<AppError>()
  const node = randomBytes(8).toString('hex')
  let send: ((message: FromNode) => void) | undefined
  let end = () => {}
  let ids = 0
  let isClosed = false
  let retry: NodeJS.Timeout | undefined

  function open(): void {
    const socket = connect(path.join(folder, SOCKET))
    let isWelcome = false
    const write: (message: FromNode) => void = speak(socket, FromMain, (message) => {
      if (message.kind === 'welcome') {
        isWelcome = true
        send = write
        met.resolve()
        return up()
      }
      if (message.kind === 'rejected') return rejected.resolve(fromRefusal(message.refusal))
      if (message.kind === 'acquired') return settle(message.id)?.resolve(message.project)
      if (message.kind === 'refused')
        return settle(message.id)?.reject(fromRefusal(message.refusal))
      if (message.kind !== 'heartbeat') heard(message)
    })
    write({ kind: 'hello', protocol: PROTOCOL, service, node })
    const heartbeat = setInterval(() => write({ kind: 'heartbeat' }), HEARTBEAT_MS)
    socket.setTimeout(SILENCE_MS, () => socket.destroy())
    // Refused and broken connections end the same way.
    socket.on('error', () => socket.destroy())
    end = () => socket.destroy()
    socket.once('close', () => {
      clearInterval(heartbeat)
      if (!isClosed) retry = setTimeout(open, RETRY_MS)
      if (!isWelcome) return
      send = undefined
      log.warn({}, 'The connection to the main server was lost.')
      for (const id of waiting.keys()) settle(id)?.reject(unavailable())
      down()
    })
  }

  function settle(id: number): PromiseWithResolvers<ProjectFacts> | undefined {
    const found = waiting.get(id)
    waiting.delete(id)
    return found
  }

  open()
  return {
    get isUp() {
      return send !== undefined
    },
    met: met.promise,
    rejected: rejected.promise,
    async acquire(ref) {
      if (!send) throw unavailable()
      const id = (ids += 1)
      const answer = Promise.withResolvers<ProjectFacts>()
      waiting.set(id, answer)
      send({ kind: 'acquire', id, ref })
      return answer.promise
    },
    send: (message) => send?.(message),
    close() {
      isClosed = true
      clearTimeout(retry)
      end()
    },
  }
}

const UNAVAILABLE = 'main_server_unavailable'

const unavailable = () =>
  new AppError(UNAVAILABLE, 'The main server is not available.', {
    status: 503,
    hint: 'Try again in a few seconds.',
    retryAfter: 2,
  })

/** Whether the main server could not be asked, as opposed to having refused. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof AppError && error.code === UNAVAILABLE
