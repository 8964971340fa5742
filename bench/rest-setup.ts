import { readFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import {
  createProject,
  discard,
  startServer,
  type ProjectInfo,
  type StartedServer,
} from '../e2e/support/server.ts'
import { createPasswords } from '../server/src/fleet/machine/passwords.ts'
import { signJwt } from '../server/src/lib/jwt.ts'
import { sampleDatabase } from '../server/test/sample-database/sample-database.ts'
import { startContender } from './contender.ts'
import { findCluster } from './sockets.ts'

/** A server with a project, and the competitors on the same Postgres. */
export type RestSetup = {
  readonly server: StartedServer
  readonly project: ProjectInfo
  /** The request headers of a signed-in user. */
  readonly headers: Readonly<Record<string, string>>
  /** The URLs of our REST API, the bare handler, and @supabase/lite. */
  readonly ours: string
  readonly bare: string
  readonly lite: string
  readonly barePid: number
  readonly postgresPid: number
  stop(): Promise<void>
}

export async function setUpRest(): Promise<RestSetup> {
  const server = await startServer()
  const stops: (() => Promise<unknown>)[] = [() => discard(server)]
  const stop = async () => {
    for (const end of stops.reverse()) await end()
  }
  try {
    const project = await createProject(server, 'Rest')
    await runSql(project, sampleDatabase(), TABLES)
    const clusters = await realpath(path.join(server.dataDir, 'clusters'))
    const { pid: postgresPid, socketDir } = await findCluster(clusters, project.ref)
    const SOCKET_DIR = socketDir
    const key = await readFile(path.join(server.dataDir, 'installation.key'), 'utf8')
    const passwords = createPasswords(Buffer.from(key, 'base64'))
    const JWT_SECRET = project.jwt_secret
    const PASSWORD = passwords.of(project.ref, 'authenticator')
    const bare = await startContender('bare-server.ts', { JWT_SECRET, SOCKET_DIR, PASSWORD })
    stops.push(() => bare.stop())
    const lite = await startContender('lite-server.ts', {
      JWT_SECRET,
      SOCKET_DIR,
      PASSWORD: new URL(project.connection_string).password,
    })
    stops.push(() => lite.stop())
    return {
      server,
      project,
      headers: headersOf(project),
      ours: `${project.api_url}/rest/v1`,
      bare: bare.url,
      lite: `${lite.url}/rest/v1`,
      barePid: bare.pid,
      postgresPid,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Runs SQL scripts as the project's owner. */
export async function runSql(project: ProjectInfo, ...texts: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: project.connection_string })
  await client.connect()
  for (const text of texts) await client.query(text)
  await client.end()
}

const TABLES = `
  alter table specimen enable row level security;
  alter table species enable row level security;
  alter table family enable row level security;
  create policy read on specimen for select to authenticated using (true);
  create policy read on species for select to authenticated using (true);
  create policy read on family for select to authenticated using (true);
  create table note (id bigint generated always as identity primary key, title text, body text);
  alter table note enable row level security;
  create policy write on note for insert to authenticated with check (true);
  create function add_up(a int, b int) returns int language sql stable as 'select a + b';
  create table page (id int primary key, body text);
  alter table page alter column body set storage external;
  insert into page select id, repeat('x', 1024 * 1024) from generate_series(1, 100) as id;
  create function pages() returns setof page language sql stable set statement_timeout = 0
    as 'select * from page';
  analyze specimen; analyze species; analyze family;
`

/** The headers that a signed-in user's client sends. */
export const headersOf = ({ anon_key, jwt_secret }: ProjectInfo): Record<string, string> => ({
  apikey: anon_key,
  authorization: `Bearer ${userToken(jwt_secret)}`,
})

/** Creates an access token like those of the auth service. */
const userToken = (jwtSecret: string): string =>
  signJwt(
    {
      sub: '00000000-0000-4000-8000-000000000001',
      role: 'authenticated',
      aud: 'authenticated',
      exp: Math.floor(Date.now() / 1000) + 3600,
    },
    jwtSecret,
  )
