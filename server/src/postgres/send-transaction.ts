import type { Client, Submittable } from 'pg'
import { SETTINGS } from './caller-settings.ts'
import { CallerTransaction, type CallerConnection } from './caller-transaction.ts'
import type { CallerStatement } from './caller.ts'
import type { TextResult } from './session.ts'

/** Prepared statements kept per connection. Beyond that the oldest is closed, on both sides. */
const MAX_PREPARED = 250

/** Writes a transaction to a connection and resolves with the results of its statements. */
export function sendTransaction(
  connection: CallerConnection & { readonly client: Client },
  transaction: {
    readonly settings: CallerStatement
    readonly statements: readonly CallerStatement[]
  },
): Promise<readonly TextResult[]> {
  const { settings, statements: run } = transaction
  const dropped =
    connection.prepared.size < MAX_PREPARED ? noNames : takeOldest(connection.prepared, run)
  const sent = new CallerTransaction(connection, settings, { run, dropped })
  connection.client.query(sent as unknown as Submittable)
  return sent.done
}

const noNames: readonly string[] = []

/** Forgets the statements that were prepared first, except those that are about to run. */
function takeOldest(
  prepared: CallerConnection['prepared'],
  run: readonly CallerStatement[],
): readonly string[] {
  const taken: string[] = []
  for (const name of prepared.keys()) {
    if (prepared.size < MAX_PREPARED) break
    if (name.startsWith(SETTINGS) || run.some((statement) => statement.name === name)) continue
    prepared.delete(name)
    taken.push(name)
  }
  return taken
}
