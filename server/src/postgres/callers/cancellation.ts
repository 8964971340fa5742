import type { Client } from 'pg'
import { AppError } from '../../lib/errors.ts'
import type { PooledConnection } from './pooled-connection.ts'

/** The error of a transaction whose signal has aborted. */
export const canceled = () =>
  new AppError('request_canceled', 'The request was canceled because its client disconnected.', {
    status: 499,
    hint: 'Keep the connection open until the response arrives.',
  })

/**
 * Cancels statements in Postgres when their signals abort. A cancel request names a session, not a
 * statement: it hits whatever runs when it arrives. So it is sent only while the transaction is the
 * only one on its connection, and nothing else may be sent there until Postgres has confirmed the
 * request. A transaction with others on its connection runs to its end; it was expected to be quick.
 */
export function createCancellation(cancel: (client: Client) => Promise<boolean>) {
  function cancelIfAlone(connection: PooledConnection): void {
    if (connection.queue.length !== 1 || !connection.queue[0]?.signal?.aborted) return
    if (connection.cancellation || connection.isBroken) return
    connection.cancellation = cancel(connection.client).then((isConfirmed) => {
      // A request that is still on its way could hit a later statement.
      if (!isConfirmed) connection.client.connection.stream.destroy()
    })
  }

  return {
    cancelIfAlone,
    /** Resolves when the connection can be used again, or is closed. */
    async settle(connection: PooledConnection): Promise<void> {
      await connection.cancellation
      connection.cancellation = undefined
    },
  }
}
