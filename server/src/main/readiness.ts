import { AppError } from '../lib/errors.ts'

/** Whether the server accepts requests. Its ports open earlier because their numbers are needed. */
export type Readiness = {
  /** Throws 503 `server_starting` before `begin`, and 503 `server_stopping` after `end`. */
  require(): void
  begin(): void
  end(): void
}

export function createReadiness(): Readiness {
  let state: 'starting' | 'ready' | 'stopping' = 'starting'
  return {
    require() {
      if (state === 'ready') return
      throw new AppError(`server_${state}`, `The server is ${state}.`, {
        status: 503,
        hint: 'Try again in a moment.',
        retryAfter: state === 'starting' ? 1 : 5,
      })
    },
    begin: () => void (state = 'ready'),
    end: () => void (state = 'stopping'),
  }
}
