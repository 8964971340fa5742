import type { Client } from 'pg'
import type { Project } from '../../../project/project.ts'

export type Listener = {
  /** Grows with every change the database told of, and whenever one may have been missed. */
  epoch(): number
  /** Resolves once changes are heard of. */
  listen(): Promise<void>
  /** Resolves when every change committed before this call has been counted. */
  settle(): Promise<void>
  close(): Promise<void>
}

/**
 * One connection that hears of changes to tables, functions and types (`pgrst`) and to rights
 * (`graphql_grants`). Opened by the first request, so a project nobody asks in GraphQL has none;
 * when it is lost, the next request opens another.
 */
export function createListener(project: Project): Listener {
  let connection: Promise<Client> | undefined
  let latest: Client | undefined
  let epoch = 0
  let isClosed = false
  let next: Promise<void> | undefined
  let running: Promise<void> = Promise.resolve()

  function changed() {
    epoch += 1
  }

  function connect(): Promise<Client> {
    connection ??= open().catch((error: unknown) => {
      connection = undefined
      throw error
    })
    return connection
  }

  async function open(): Promise<Client> {
    if (isClosed) throw new Error('The service has left this project')
    // As authenticator, which may listen and nothing else.
    const client = await project.database.connect('authenticator', 'stoa-graphql')
    client.on('notification', changed)
    client.on('error', () => {})
    client.once('end', () => {
      if (latest === client) connection = undefined
      changed()
    })
    latest = client
    try {
      await client.query('listen pgrst')
      await client.query('listen graphql_grants')
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
    return client
  }

  async function ask(): Promise<void> {
    const client = await connect()
    try {
      // A backend delivers what it was notified of before it answers the next query.
      await client.query('select')
    } catch {
      // The connection was lost, and with it whatever was told meanwhile.
      connection = undefined
      changed()
      await connect()
    }
  }

  return {
    epoch: () => epoch,
    async listen() {
      await connect()
    },
    settle() {
      // Whoever comes while one runs shares the next: what was committed since is heard of by it.
      const before = running.catch(() => undefined)
      next ??= before.then(() => {
        next = undefined
        running = ask()
        return running
      })
      return next
    },
    async close() {
      isClosed = true
      const client = await connection?.catch(() => undefined)
      await client?.end().catch(() => {})
    },
  }
}
