import { Worker } from 'node:worker_threads'

/** The MD5 digest of content that arrives in chunks. */
export type Md5 = {
  /** Adds chunks, which then belong to the digest. Resolves when it can take more. */
  add(chunks: readonly Buffer[]): Promise<void>
  /** The digest in hexadecimal. Nothing can be added afterwards. */
  end(): Promise<string>
  discard(): void
}

export type Md5Message = {
  readonly id: number
  readonly chunks: readonly Uint8Array[]
  readonly next: 'more' | 'digest' | 'nothing'
}
export type Md5Answer = { readonly id: number; readonly md5: string | undefined }

/** Maximum messages of one digest that wait for the thread. */
const MAX_WAITING = 8
/** The thread ends after this idle time. */
const IDLE_MS = 10_000

/** A thread that computes digests. It starts with the first one and ends when it is idle. */
export type Md5Thread = { createMd5(): Md5 }

type PendingDigest = PromiseWithResolvers<string | undefined>

/**
 * Computes digests in a thread, so that a large upload of one client does not delay the requests of
 * others.
 */
export function createMd5Thread(): Md5Thread {
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let lastId = 0
  /** The pending calls of each digest, in the order of its messages. */
  const waiting = new Map<number, PendingDigest[]>()

  function running(): Worker {
    if (thread) return thread
    const started = new Worker(new URL('./md5-worker.ts', import.meta.url))
    thread = started
    started.unref()
    started.on('message', ({ id, md5 }: Md5Answer) => waiting.get(id)?.shift()?.resolve(md5))
    const fail = (error: unknown) => {
      if (thread !== started) return
      thread = undefined
      // Another thread would not know the chunks that these digests have received.
      for (const pending of waiting.values()) for (const { reject } of pending) reject(error)
      waiting.clear()
    }
    started.on('error', fail)
    started.on('exit', (code) => fail(new Error(`The thread of digests has ended with ${code}.`)))
    return started
  }

  function endWhenIdle(): void {
    if (waiting.size > 0) return
    idle = setTimeout(() => {
      const ended = thread
      thread = undefined
      void ended?.terminate()
    }, IDLE_MS)
    idle.unref()
  }

  return {
    createMd5() {
      const id = (lastId += 1)
      const pending: PendingDigest[] = []
      waiting.set(id, pending)
      clearTimeout(idle)

      function send(chunks: readonly Buffer[], next: Md5Message['next']) {
        if (!waiting.has(id)) throw new Error('The thread of this digest has ended.')
        const digest: PendingDigest = Promise.withResolvers()
        // Pending calls for the digest reject.
        digest.promise.catch(() => {})
        pending.push(digest)
        const owned = chunks.map(ownedBytes)
        const transferred = owned.map(({ buffer }) => buffer)
        running().postMessage({ id, chunks: owned, next } satisfies Md5Message, transferred)
        return digest.promise
      }

      function close(): void {
        waiting.delete(id)
        endWhenIdle()
      }

      return {
        async add(chunks) {
          void send(chunks, 'more')
          if (pending.length > MAX_WAITING) await pending[0]?.promise
        },
        async end() {
          const md5 = await send([], 'digest').finally(close)
          if (md5 === undefined) throw new Error('The digest thread returned nothing.')
          return md5
        },
        discard() {
          if (waiting.has(id))
            void send([], 'nothing')
              .catch(() => {})
              .finally(close)
        },
      }
    },
  }
}

/**
 * Copies a chunk into memory of its own if necessary, so that it can be transferred to the thread.
 */
function ownedBytes({ buffer, byteOffset, byteLength }: Buffer): Uint8Array<ArrayBuffer> {
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
  return isOwn
    ? new Uint8Array(buffer)
    : Uint8Array.from(new Uint8Array(buffer, byteOffset, byteLength))
}
