import http from 'node:http'
import { AppError } from '../../../lib/errors.ts'
import type { Upgrade } from '../../../project/service.ts'
import { join } from '../runtime/gate.ts'
import { workerError } from '../errors.ts'
import { closingHead, switchingHead } from '../runtime/raw-head.ts'
import { errorHead } from './render-error.ts'
import { requestHeaders } from './headers.ts'
import { noteInvocation, type InvokeDeps } from './invoke.ts'
import { findTarget, notFound } from './target.ts'

/** Open WebSockets to the functions of one project. */
const MAX_SOCKETS = 1000

/** Passes a WebSocket handshake to a function, and then forwards what both sides send. */
export function createUpgrades(deps: InvokeDeps, max = MAX_SOCKETS): (upgrade: Upgrade) => void {
  const counts = new Map<string, number>()

  /** Counts a socket until it closes or is refused. Returns a function that ends the count. */
  function enter({ socket, project: { ref } }: Upgrade): () => void {
    const count = (counts.get(ref) ?? 0) + 1
    if (count > max) throw tooManySockets(max)
    counts.set(ref, count)
    let isInside = true
    const leave = () => {
      if (!isInside) return
      isInside = false
      const left = (counts.get(ref) ?? 1) - 1
      if (left > 0) counts.set(ref, left)
      else counts.delete(ref)
    }
    socket.once('close', leave)
    return leave
  }

  async function open(upgrade: Upgrade): Promise<void> {
    // A socket that has already closed emits no further event.
    if (upgrade.socket.destroyed) return
    let leave = () => {}
    const refuse = (response: string) => {
      leave()
      upgrade.refuse(response)
    }
    try {
      leave = enter(upgrade)
      await connect(deps, { ...upgrade, refuse })
    } catch (error) {
      refuse(errorHead(error instanceof AppError ? error : workerError()))
    }
  }

  return (upgrade) => void open(upgrade)
}

const tooManySockets = (max: number) =>
  new AppError(
    'TOO_MANY_WEBSOCKETS',
    `The functions of this project already have ${max} open WebSockets.`,
    {
      status: 429,
      hint: 'Close some of them, then try again in a moment.',
      retryAfter: 1,
    },
  )

async function connect(
  deps: InvokeDeps,
  { request, socket, head, project, path, query, refuse }: Upgrade,
): Promise<void> {
  const began = performance.now()
  const version = await findTarget(deps.source, project, path)
  if (!version) throw notFound()
  // Browsers cannot send headers with a handshake.
  const apikey = request.headers['apikey'] ?? query.get('apikey') ?? undefined
  if (version.verifyJwt) deps.requireToken(project, { ...request.headers, apikey })
  const worker = await deps.runtime.workerOf(project, version)
  if (socket.destroyed) return
  const flight = worker.begin(() => socket.destroy())
  socket.once('close', flight.done)
  const note = (status: number, headers: http.IncomingHttpHeaders = {}) =>
    noteInvocation(deps.logs, project, {
      version,
      worker,
      method: 'GET',
      path,
      requestHeaders: request.headers,
      began,
      status,
      headers,
    })
  const search = query.size > 0 ? `?${query.toString()}` : ''
  const outgoing = http.request({
    socketPath: worker.socketPath,
    agent: false,
    path: worker.origin + path + search,
    headers: { ...requestHeaders(request, worker), connection: 'Upgrade', upgrade: 'websocket' },
  })
  socket.once('close', () => outgoing.destroy())
  const end = (response: string) => {
    flight.done()
    refuse(response)
  }
  outgoing.on('upgrade', (answer, other, rest) => {
    note(101)
    socket.write(switchingHead(answer))
    join(socket, other, { head, rest })
  })
  outgoing.on('response', (answer) => {
    note(answer.statusCode ?? 502, answer.headers)
    socket.write(closingHead(answer))
    answer.pipe(socket, { end: false })
    answer.on('error', () => {})
    answer.once('close', () => end(''))
  })
  outgoing.on('error', () => end(errorHead(workerError())))
  outgoing.end()
}
