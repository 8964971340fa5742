import type { Client } from 'pg'
import { AppError } from '../../lib/errors.ts'
import type { PooledConnection } from './pooled-connection.ts'

/** The error of a transaction whose signal has aborted. */
export const canceled = () =>
  new AppError('request_canceled', 'The request was canceled because its client disconnected.', {
    status: 499,
    hint: 'Keep the connection open until the response arrives.',
  })

export type Cancellation = {
  /** Cancels the transaction on a connection if its signal has aborted and no other waits there. */
  cancelIfAlone(connection: PooledConnection): void
  /** Resolves when the connection can be used again, or is closed. */
  settle(connection: PooledConnection): Promise<void>
}

/**
 * Cancels statements in Postgres when their signals abort. A cancel request names a session, not a
 * statement: it cancels whatever runs when it arrives. It is sent only for a transaction that has
 * its connection to itself, and nothing else is sent there until Postgres has confirmed the
 * request. A transaction that shares its connection was expected to be quick and runs to its end.
 */
export function createCancellation(cancel: (client: Client) => Promise<boolean>): Cancellation {
  function cancelIfAlone(connection: PooledConnection): void {
    if (connection.queue.length !== 1 || !connection.queue[0]?.signal?.aborted) return
    if (connection.cancellation || connection.isBroken) return
    connection.cancellation = cancel(connection.client).then((isConfirmed) => {
      // An unconfirmed request could cancel a later statement.
      if (!isConfirmed) connection.client.connection.stream.destroy()
    })
  }

  return {
    cancelIfAlone,
    async settle(connection) {
      await connection.cancellation
      connection.cancellation = undefined
    },
  }
}
