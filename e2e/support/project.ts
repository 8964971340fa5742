import pg from 'pg'
import { createOwner, signIn, type DashboardSession } from './account.ts'
import { askPlatform } from './platform-api.ts'
import {
  createProject,
  discard,
  startServer,
  type ProjectInfo,
  type StartedServer,
} from './server.ts'
import { test } from './test.ts'

/** The server and project that the tests of a file share. */
export type SharedProject = {
  server: StartedServer
  /** The session of the server's owner. */
  readonly session: DashboardSession
  readonly project: ProjectInfo
  /** The URL of the project's home page in the dashboard. */
  readonly home: string
}

type Wanted = {
  /** The tests of the file end the server or change the owner's account, so it has one of its own. */
  readonly server?: 'own'
  /** Environment variables of the file's own server. */
  readonly env?: Record<string, string>
  /** Runs in the project's database as its owner. */
  readonly sql?: string
}

/**
 * Creates an organization with an active project before the first test of the file and deletes both
 * after the last one, on the server that the files of a worker share, or on one of its own. The
 * owner is signed in. The returned object is empty before that, so read its properties in tests and
 * hooks, not at the top level of the file.
 */
export function sharedProject(name: string, { server, env, sql }: Wanted = {}): SharedProject {
  const shared = {} as { -readonly [Key in keyof SharedProject]: SharedProject[Key] }
  const prepare = async (running: StartedServer) => {
    shared.server = running
    shared.session = await signIn(running)
    shared.project = await createProject(running, name)
    shared.home = `${running.url}/project/${shared.project.ref}`
    if (sql !== undefined) await inDatabase(shared.project, (database) => database.query(sql))
  }
  if (server === 'own' || env) {
    test.beforeAll(async () => {
      const started = await startServer({ ...(env && { env }) })
      await createOwner(started)
      await prepare(started)
    })
    test.afterAll(() => discard(shared.server))
  } else {
    test.beforeAll(({ installation }) => prepare(installation))
    test.afterAll(async () => {
      await askPlatform(shared.server, 'DELETE', `/projects/${shared.project.ref}`)
      // Another file looks for an organization of the same name.
      await askPlatform(
        shared.server,
        'DELETE',
        `/organizations/${shared.project.organization_slug}`,
      )
    })
  }
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
