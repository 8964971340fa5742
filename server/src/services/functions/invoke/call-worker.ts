import { setTimeout as pause } from 'node:timers/promises'
import type { AppError } from '../../../lib/errors.ts'
import type { ClientResponse } from '../runtime/client/connection.ts'
import type { ClientRequest } from '../runtime/client/request.ts'
import { MalformedResponse } from '../runtime/client/response-errors.ts'
import { invalidResponse, workerError } from '../errors.ts'
import type { Worker } from '../runtime/worker.ts'

/** A request that was passed to a worker. */
export type WorkerCall = {
  readonly response: Promise<ClientResponse>
  /** Why the worker ended the request, if it did. */
  failure(): AppError | undefined
  /** Why the response failed. If the process has ended, the reason arrives a moment later. */
  reason(cause: unknown): Promise<AppError>
  /** The worker is done with the request; the rest of its response is discarded. */
  end(): void
}

const REASON_MS = 500

export function callWorker(worker: Worker, request: ClientRequest): WorkerCall {
  const exchange = worker.client.send(request)
  let failure: AppError | undefined
  const flight = worker.begin((error) => {
    failure = error
    exchange.destroy(error)
  })
  return {
    response: exchange.response,
    failure: () => failure,
    async reason(cause) {
      if (cause instanceof MalformedResponse) return invalidResponse(cause)
      if (!failure) await Promise.race([pause(REASON_MS, undefined, { ref: false }), worker.ended])
      return failure ?? workerError()
    },
    end() {
      flight.done()
      exchange.destroy()
    },
  }
}
