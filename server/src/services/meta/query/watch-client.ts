import type { FastifyRequest } from 'fastify'

type ClientWatch = { readonly signal: AbortSignal; readonly release: () => void }

/** Aborts when the client's connection closes before the response was sent. */
export function watchClient(request: FastifyRequest): ClientWatch {
  const { socket } = request.raw
  const controller = new AbortController()
  const abort = () => controller.abort()
  socket.once('close', abort)
  if (socket.destroyed) abort()
  return { signal: controller.signal, release: () => void socket.off('close', abort) }
}
