import type { Client } from 'pg'
import { endClient } from '../../postgres/connections/connect.ts'
import { compile } from '../../postgres/sql.ts'
import type { Project } from '../../project/project.ts'
import { failureOf } from './failure-of.ts'
import { BACKEND_ID, endBackend } from './queries.ts'

type ImportWork = { readonly signal: AbortSignal; readonly work: (client: Client) => Promise<void> }

/**
 * Runs an import in a connection of its own, as the project's owner. An abort ends its statement too:
 * Postgres would notice the lost connection only afterwards. Rejects with `ImportFailure`.
 */
export async function inImportSession(
  project: Project,
  { signal, work }: ImportWork,
): Promise<void> {
  const client = await project.database.connect('postgres', 'import')
  let backend: string | undefined
  const end = () => {
    // The database may be stopping, which ends the statement as well.
    if (backend !== undefined)
      endBackend(project.database.as('postgres'), backend).catch(() => undefined)
    void endClient(client)
  }
  signal.addEventListener('abort', end, { once: true })
  try {
    signal.throwIfAborted()
    const { rows } = await client.query<{ id: string }>(compile(BACKEND_ID).text)
    backend = rows[0]?.id
    signal.throwIfAborted()
    await work(client)
  } catch (error) {
    throw failureOf(error)
  } finally {
    signal.removeEventListener('abort', end)
    await endClient(client)
  }
}
