import { AppError } from '../lib/errors.ts'

/** Whether the server takes requests. Its ports are open earlier, because their numbers are needed first. */
export type Readiness = {
  /** Throws 503 `server_starting` until `declare` was called. */
  require(): void
  declare(): void
}

export function createReadiness(): Readiness {
  let isReady = false
  return {
    require() {
      if (isReady) return
      throw new AppError('server_starting', 'The server is starting.', {
        status: 503,
        hint: 'Try again in a moment.',
        retryAfter: 1,
      })
    },
    declare: () => void (isReady = true),
  }
}
