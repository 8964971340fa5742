import { test } from '@playwright/test'
import pg from 'pg'
import { signIn, type DashboardSession } from './account.ts'
import {
  createProject,
  discard,
  startServer,
  type ProjectInfo,
  type StartedServer,
} from './server.ts'

/** The server and project that the tests of a file share. */
export type SharedProject = {
  server: StartedServer
  /** The session of the server's owner. */
  readonly session: DashboardSession
  readonly project: ProjectInfo
  /** The URL of the project's home page in the dashboard. */
  readonly home: string
}

/**
 * Starts a server with an owner and an active project before the first test of the file and removes
 * it after the last one. The returned object is empty before that, so read its properties in tests
 * and hooks, not at the top level of the file. `sql` runs in the project's database as its owner.
 */
export function sharedProject(
  name: string,
  { env, sql }: { env?: Record<string, string>; sql?: string } = {},
): SharedProject {
  const shared = {} as { -readonly [Key in keyof SharedProject]: SharedProject[Key] }
  test.beforeAll(async () => {
    shared.server = await startServer({ ...(env && { env }) })
    shared.session = await signIn(shared.server)
    shared.project = await createProject(shared.server, name)
    shared.home = `${shared.server.url}/project/${shared.project.ref}`
    if (sql !== undefined) await inDatabase(shared.project, (database) => database.query(sql))
  })
  test.afterAll(() => discard(shared.server))
  return shared
}

/** Runs `work` with a connection to the project's database as its owner. */
export async function inDatabase<T>(
  project: ProjectInfo,
  work: (database: pg.Client) => Promise<T>,
): Promise<T> {
  const database = new pg.Client({ connectionString: project.connection_string })
  await database.connect()
  try {
    return await work(database)
  } finally {
    await database.end()
  }
}

/** Returns the OID of a table, which is its ID in the dashboard's URLs. */
export const oidOf = (project: ProjectInfo, table: string): Promise<string> =>
  inDatabase(project, async (database) => {
    const { rows } = await database.query<{ oid: string }>(
      'select $1::regclass::oid::text as oid',
      [table],
    )
    return rows[0]?.oid ?? ''
  })
