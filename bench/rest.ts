import path from 'node:path'
import { readFile, realpath } from 'node:fs/promises'
import pg from 'pg'
import {
  chinook,
  createProject,
  discard,
  startServer,
  type ProjectInfo,
} from '../e2e/support/server.ts'
import { createPasswords } from '../server/src/fleet/passwords.ts'
import { signJwt } from '../server/src/lib/jwt.ts'
import { startContender } from './contender.ts'
import { atLeast, told, type Finding } from './finding.ts'
import { compareRates } from './load.ts'
import { findSocketDir } from './sockets.ts'

const CONNECTIONS = 16
const SECONDS = 3
const ROUNDS = 3

/** A read of 20 rows as an authenticated user: ours, a bare handler's and @supabase/lite's, on one Postgres. */
export async function measureRest(): Promise<readonly Finding[]> {
  const server = await startServer()
  const stops: (() => Promise<unknown>)[] = [() => discard(server)]
  try {
    const project = await createProject(server, 'Rest')
    await prepare(project)
    const clusters = await realpath(path.join(server.dataDir, 'clusters'))
    const socketDir = await findSocketDir(clusters, project.ref)
    const key = Buffer.from(
      await readFile(path.join(server.dataDir, 'installation.key'), 'utf8'),
      'base64',
    )
    const password = createPasswords(key).of(project.ref, 'authenticator')
    const JWT_SECRET = project.jwt_secret
    const bare = await startContender('bare-server.ts', {
      JWT_SECRET,
      SOCKET_DIR: socketDir,
      PASSWORD: password,
    })
    stops.push(() => bare.stop())
    const lite = await startContender('lite-server.ts', {
      JWT_SECRET,
      SOCKET_DIR: socketDir,
      PASSWORD: new URL(project.connection_string).password,
    })
    stops.push(() => lite.stop())
    const headers = {
      apikey: project.anon_key,
      authorization: `Bearer ${userToken(project.jwt_secret)}`,
    }
    const load = { headers, connections: CONNECTIONS, seconds: SECONDS }
    const query = 'track?select=track_id,name,milliseconds&genre_id=eq.1&order=track_id&limit=20'
    const sides = [
      { ...load, url: `${project.api_url}/rest/v1/${query}` },
      { ...load, url: bare.url },
      { ...load, url: `${lite.url}/rest/v1/${query}` },
    ]
    await requireSameRows(sides)
    const [ours = 0, theirs = 1, slow = 1] = await compareRates(sides, ROUNDS)
    return [
      told('REST read of 20 rows', ours, 'req/s'),
      atLeast('REST read against a bare Node handler', ours / theirs, 'x', 0.8),
      atLeast('REST read against @supabase/lite', ours / slow, 'x', 10),
    ]
  } finally {
    for (const stop of stops.reverse()) await stop()
  }
}

async function prepare(project: ProjectInfo): Promise<void> {
  const client = new pg.Client({ connectionString: project.connection_string })
  await client.connect()
  await client.query(await chinook())
  await client.query(`
    alter table track enable row level security;
    create policy read on track for select to authenticated using (true);
    analyze track;
  `)
  await client.end()
}

/** An access token of a signed-in user, as the auth service would issue it. */
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

/** Speed means nothing unless everybody does the same work. */
async function requireSameRows(
  sides: readonly { url: string; headers: Record<string, string> }[],
): Promise<void> {
  const bodies = await Promise.all(
    sides.map(async ({ url, headers }) => {
      const response = await fetch(url, { headers })
      return JSON.stringify(await response.json())
    }),
  )
  if (bodies.some((body) => body !== bodies[0]))
    throw new Error(`The sides answer differently: ${bodies.map((body) => body.slice(0, 200))}`)
}
