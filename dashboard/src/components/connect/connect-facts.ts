import type { ProjectDetail } from '@stoa/contract/platform/projects'

/** The project values that a guide needs. */
export type ConnectFacts = {
  /** A URL that every client can resolve. */
  url: string
  publishableKey: string
  /** Contains `[YOUR-PASSWORD]` unless the password was revealed. */
  connectionString: string
  database: DatabaseFacts
  /** A table of the project, or a name to replace. */
  table: string
}

export type DatabaseFacts = {
  host: string
  port: number
  user: string
  name: string
  password: string
  /** Whether the server encrypts connections. */
  isEncrypted: boolean
}

type ConnectOptions = {
  project: Pick<ProjectDetail, 'endpoints'>
  connectionString: string
  publishableKey: string | undefined
  table: string | undefined
}

export function connectFacts({ project, connectionString, publishableKey, table }: ConnectOptions) {
  const { endpoints } = project
  return {
    url: endpoints.api_url,
    publishableKey: publishableKey ?? 'YOUR-PUBLISHABLE-KEY',
    connectionString,
    database: {
      host: endpoints.database_host,
      port: endpoints.database_port,
      user: endpoints.database_user,
      name: endpoints.database_name,
      password: passwordIn(connectionString),
      isEncrypted: connectionString.includes('sslmode='),
    },
    table: table ?? 'todos',
  } satisfies ConnectFacts
}

function passwordIn(connectionString: string): string {
  const password = URL.canParse(connectionString) ? new URL(connectionString).password : ''
  return password === '' ? '[YOUR-PASSWORD]' : decodeURIComponent(password)
}
