import type { Socket } from 'node:net'
import type { Backends } from './backends.ts'
import type { CancelKeys } from './cancel-keys.ts'
import { writeFatal, type Refusal } from './error-response.ts'
import { relay } from './relay.ts'
import { sendCancel } from '../connections/cancel-request.ts'
import { writeStartup, type CancelKey, type Startup } from './startup-message.ts'
import { createStartupObserver, endsReady } from './startup-observer.ts'

export type PassageOptions = {
  readonly client: Socket
  readonly socketPath: string
  /** How many clients can be connected there. */
  readonly maxClients?: number | undefined
  readonly startup: Startup
  /** Bytes that the client sent after its start-up message. */
  readonly rest: Buffer
  readonly backends: Backends
  readonly cancelKeys: CancelKeys
  readonly lingerMs: number
  onAuthenticated(): void
  /** The cluster has refused the client's password. */
  onWrongPassword(): void
}

/** A client that is connected to its cluster. */
export type Passage = {
  /** Resolves when both sides are closed and no statement of the client runs in the cluster. */
  readonly done: Promise<void>
  /** Ends both sides. The client gets the reason, unless it is in the middle of a response. */
  end(reason: Refusal): void
}

/**
 * Opens a connection to the cluster, sends the start-up message and forwards everything else
 * without a change, including the authentication. Rejects with `database_unavailable` if no cluster
 * listens. Resolves with undefined if the client disconnects first.
 */
export async function openPassage(options: PassageOptions): Promise<Passage | undefined> {
  const { client, socketPath, cancelKeys, lingerMs } = options
  const server = await options.backends.open(socketPath, client, options.maxClients)
  if (!server) return undefined
  let cancelKey: CancelKey | undefined
  let forget = () => {}
  let cancelled: Promise<unknown> | undefined
  let isAuthenticated = false
  let isReady = false
  let isBetweenMessages = true

  const observe = createStartupObserver({
    onAuthenticated() {
      isAuthenticated = true
      options.onAuthenticated()
    },
    onWrongPassword() {
      // After the sign-in, a trigger of the owner can raise the same error.
      if (!isAuthenticated) options.onWrongPassword()
    },
    onCancelKey(key) {
      cancelKey = key
      forget = cancelKeys.remember(key, socketPath)
    },
    onReady() {
      isReady = true
      server.off('data', observe)
    },
  })
  server.on('data', observe)
  server.on('data', (chunk: Buffer) => {
    if (isReady) isBetweenMessages = endsReady(chunk)
  })
  server.write(writeStartup(options.startup))
  if (options.rest.length > 0) server.write(options.rest)

  // Without a cancel request, a statement whose client has disconnected would keep its locks to its end.
  const cancelStatement = () => {
    if (cancelKey) cancelled ??= sendCancel({ path: socketPath }, cancelKey, lingerMs)
  }
  const leave = () => {
    if (!server.readableEnded) cancelStatement()
    if (isAuthenticated) return void server.destroy()
    // A process that waits for a password ends when its input does. Only the end of the process
    // frees its slot in the cluster.
    client.unpipe(server).resume()
    server.unpipe(client).resume().end()
  }
  const closed = relay(client, server, { lingerMs, leave })
  return {
    done: closed.then(async () => {
      forget()
      await cancelled
    }),
    end(reason) {
      if (isBetweenMessages && !client.writableEnded) client.write(writeFatal(reason))
      leave()
      client.end()
    },
  }
}
