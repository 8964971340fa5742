import { createServer, type Server } from 'node:http'
import pg from 'pg'
import { signJwt, verifyJwt } from '../server/src/lib/jwt.ts'

type BareOptions = {
  readonly socketDir: string
  readonly password: string
  readonly jwtSecret: string
}

/**
 * The fastest honest handler for the same work: verifies the token, runs begin, role and claims,
 * the query and commit, prepared and pipelined on one connection per concurrent slot, and sends the
 * JSON Postgres built. What the data API's speed is measured against.
 */
export async function startBareHandler(options: BareOptions): Promise<Server> {
  const connections = await Promise.all(Array.from({ length: 4 }, () => connect(options)))
  const load = connections.map(() => 0)
  const server = createServer((request, response) => {
    const token = request.headers.authorization?.slice(7) ?? ''
    const verified = verifyJwt(token, options.jwtSecret, new Date())
    if (verified.state !== 'valid') {
      response.writeHead(401).end()
      return
    }
    let slot = 0
    load.forEach((busy, index) => {
      if (busy < (load[slot] ?? 0)) slot = index
    })
    const client = connections[slot]
    if (!client) return
    load[slot] = (load[slot] ?? 0) + 1
    void Promise.all([
      client.query('begin read only'),
      client.query({
        name: 'settings',
        text: "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)",
        values: [verified.claims['role'], JSON.stringify(verified.claims)],
      }),
      client.query<{ body: string }>({ name: 'read', text: READ, values: ['20'] }),
      client.query('commit'),
    ]).then(([, , result]) => {
      load[slot] = (load[slot] ?? 1) - 1
      const body = result.rows[0]?.body ?? ''
      response
        .writeHead(200, {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
        })
        .end(body)
    })
  })
  server.on('close', () => connections.forEach((client) => void client.end()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

const READ = `select coalesce(json_agg(r), '[]')::text as body
  from (select track_id, name, milliseconds from public.track where genre_id = 1 order by track_id limit $1::bigint) r`

export const READ_PATH =
  'track?select=track_id,name,milliseconds&genre_id=eq.1&order=track_id&limit=20'

async function connect({ socketDir, password }: BareOptions): Promise<pg.Client> {
  const client = new pg.Client({
    host: socketDir,
    port: 5432,
    database: 'postgres',
    user: 'authenticator',
    password,
    pipeline: true,
  } as pg.ClientConfig)
  await client.connect()
  return client
}

/** An access token of a signed-in user, as the auth service would issue it. */
export const userToken = (jwtSecret: string): string =>
  signJwt(
    {
      sub: '00000000-0000-4000-8000-000000000001',
      role: 'authenticated',
      aud: 'authenticated',
      exp: Math.floor(Date.now() / 1000) + 3600,
    },
    jwtSecret,
  )
