import type { Socket } from 'node:net'
import type { CancelKeys } from './cancel-keys.ts'
import { writeFatal, type Refusal } from './error-response.ts'
import { relay } from './relay.ts'
import { connectToCluster, sendCancel } from './sockets.ts'
import { writeStartup, type CancelKey, type Startup } from './startup-message.ts'
import { createStartupObserver, endsReady } from './startup-observer.ts'

export type PassageOptions = {
  readonly client: Socket
  readonly socketPath: string
  readonly startup: Startup
  /** The client's bytes after its start-up message. */
  readonly rest: Buffer
  readonly cancelKeys: CancelKeys
  readonly lingerMs: number
  onAuthenticated(): void
}

/** A client joined to its cluster. */
export type Passage = {
  /** Resolves when both sides are closed and the cluster runs nothing for the client any more. */
  readonly done: Promise<void>
  /** Ends both sides. The client gets the reason, unless it is receiving an answer. */
  end(reason: Refusal): void
}

/**
 * Opens a connection to the cluster, sends the start-up message and passes everything else through
 * untouched, the password's proof included. Rejects with `project_not_ready` when nothing listens;
 * undefined when the client went meanwhile.
 */
export async function openPassage(options: PassageOptions): Promise<Passage | undefined> {
  const { client, socketPath, cancelKeys, lingerMs } = options
  const server = await connectToCluster(socketPath)
  if (client.destroyed || client.writableEnded) {
    server.destroy()
    return undefined
  }
  let cancelKey: CancelKey | undefined
  let forget = () => {}
  let cancelled: Promise<void> | undefined
  let isReady = false
  let isBetweenMessages = true

  const observe = createStartupObserver({
    onAuthenticated: () => options.onAuthenticated(),
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

  // A statement that nobody waits for would hold its locks until it tries to send its result.
  const cancelStatement = () => {
    if (cancelKey) cancelled ??= sendCancel(socketPath, cancelKey, lingerMs)
  }
  const closed = relay(client, server, { lingerMs, onAbandoned: cancelStatement })
  return {
    done: closed.then(() => {
      forget()
      return cancelled
    }),
    end(reason) {
      if (isBetweenMessages && !client.writableEnded) client.write(writeFatal(reason))
      if (!server.readableEnded) cancelStatement()
      server.destroy()
    },
  }
}
