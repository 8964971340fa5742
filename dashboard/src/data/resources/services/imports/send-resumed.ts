import { ApiError } from '../../../client/api-error.ts'

type Upload = {
  /** Sends the file from an offset to its end. */
  readonly send: (offset: number) => Promise<void>
  /** How many bytes the server has; undefined if it no longer waits for the file. */
  readonly received: () => Promise<number | undefined>
  readonly wait: (ms: number) => Promise<void>
}

/** The server keeps a part of a file for ten minutes. */
const DELAYS_MS = [1000, 2000, 4000, 8000, ...Array.from({ length: 38 }, () => 15_000)]

/**
 * Sends a file, and continues where it was interrupted when the connection is back. Throws the
 * server's refusal, or the last error if the server was not reached for ten minutes.
 */
export async function sendResumed({ send, received, wait }: Upload): Promise<void> {
  let offset = 0
  let failures = 0
  for (;;) {
    try {
      await send(offset)
      return
    } catch (error) {
      if (!isInterruption(error)) throw error
      const before = offset
      let stored: number | undefined = before
      do {
        const delay = DELAYS_MS[failures]
        if (delay === undefined) throw error
        failures += 1
        await wait(delay)
        stored = await received().catch(() => NaN)
      } while (Number.isNaN(stored))
      if (stored === undefined) throw error
      if (stored > before) failures = 0
      offset = stored
    }
  }
}

/** Whether the rest of the file can be sent: the connection was lost, or the server is still busy with it. */
const isInterruption = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.code === 0 ||
  error.code >= 502 ||
  ['import_connection_lost', 'import_offset_wrong', 'import_file_sent'].includes(
    error.errorCode ?? '',
  )
