import { AsyncLocalStorage } from 'node:async_hooks'

/** A request from the call of its handler until its response is sent. */
export type ActiveRequest = {
  /** Undefined when the request is over: what it has started may outlive it. */
  id: string | undefined
}

const requests = new AsyncLocalStorage<ActiveRequest>()

/** Runs work, and everything that it starts, as a part of the request. */
export const runInRequest = <T>(request: ActiveRequest, work: () => T): T =>
  requests.run(request, work)

/**
 * The id of the request that the calling code works for. Logs and database sessions ask for it, so
 * that no function in between has to pass it on.
 */
export const currentRequestId = (): string | undefined => requests.getStore()?.id
