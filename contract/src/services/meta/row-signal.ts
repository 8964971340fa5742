import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { byTable } from './params.ts'

/**
 * A text that changes after rows of a table were written, read from Postgres's statistics without
 * reading the table. A session reports its writes within ten seconds. It also changes after writes
 * that were rolled back. Null for relations whose writes Postgres does not count, such as views.
 */
export const readRowSignal = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/tables/{id}/rows/signal',
  access: 'database:read',
  params: byTable,
  response: z.object({ signal: z.string().nullable() }),
})
