import type { Locker } from '@tus/server'

const MAX_WAIT_MS = 15_000

type Holder = {
  readonly released: Promise<void>
  readonly askToRelease: () => Promise<void> | void
}

/**
 * One request at a time works on an upload. A second one asks the first to end, because its client
 * often has lost that connection without the server's knowledge, and waits for it.
 */
export function createUploadLocks(): Locker {
  const holders = new Map<string, Holder>()
  return {
    newLock(id) {
      let release = () => {}
      return {
        async lock(signal, askToRelease) {
          const ended = AbortSignal.any([signal, AbortSignal.timeout(MAX_WAIT_MS)])
          const gaveUp = new Promise<void>((resolve) => {
            ended.addEventListener('abort', () => resolve(), { once: true })
          })
          for (let holder = holders.get(id); holder; holder = holders.get(id)) {
            // An already aborted signal fires no event.
            if (ended.aborted) throw LOCKED
            await holder.askToRelease()
            await Promise.race([holder.released, gaveUp])
            if (ended.aborted) throw LOCKED
          }
          const { promise: released, resolve } = Promise.withResolvers<void>()
          holders.set(id, { released, askToRelease })
          release = () => {
            holders.delete(id)
            resolve()
          }
        },
        unlock: async () => release(),
      }
    },
  }
}

const LOCKED = { status_code: 423, body: 'Another request is writing to this upload\n' }
