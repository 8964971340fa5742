import { createHmac, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import pg from 'pg'

/**
 * The baseline for refreshing sessions: in one transaction, reads a token with its session, account,
 * identities and methods, replaces it, and records the use of the session and an audit entry; then
 * signs an access token.
 */
const { SOCKET_DIR: host = '', PASSWORD: password = '', SECRET: secret = '' } = process.env

const pool = new pg.Pool({
  host,
  port: 5432,
  database: 'postgres',
  user: 'postgres',
  password,
  max: 8,
})
type Row = {
  session_id: string
  user_id: string
  email: string
  metadata: object
  identities: object
  amr: object
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
function sign(claims: object): string {
  const text = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

async function refresh(token: string): Promise<object> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<Row>({
      name: 'find',
      text: `select session_id, user_id, email, metadata,
          (select json_agg(i) from bare_identity i where i.user_id = bare_user.id) as identities,
          (select json_agg(m) from bare_method m where m.session_id = bare_session.id) as amr
        from bare_token join bare_session on bare_session.id = session_id
          join bare_user on bare_user.id = user_id
        where token = $1 and not revoked for update of bare_session`,
      values: [token],
    })
    const [row] = rows
    if (!row) throw new Error('There is no such token')
    await client.query({
      name: 'revoke',
      text: 'update bare_token set revoked = true where token = $1',
      values: [token],
    })
    const next = randomBytes(24).toString('base64url')
    await client.query({
      name: 'insert',
      text: 'insert into bare_token (token, session_id) values ($1, $2)',
      values: [next, row.session_id],
    })
    await client.query({
      name: 'use',
      text: 'update bare_session set refreshed_at = now() where id = $1',
      values: [row.session_id],
    })
    await client.query({
      name: 'audit',
      text: 'insert into bare_audit (payload) values ($1)',
      values: [JSON.stringify({ action: 'token_refreshed', actor_id: row.user_id })],
    })
    await client.query('commit')
    const exp = Math.floor(Date.now() / 1000) + 3600
    const { user_id: id, email, metadata, identities, amr } = row
    const claims = { sub: id, exp, email, user_metadata: metadata, amr, session_id: row.session_id }
    const user = { id, email, user_metadata: metadata, identities }
    return { access_token: sign(claims), refresh_token: next, user }
  } finally {
    client.release()
  }
}

const server = createServer((request, response) => {
  void (async () => {
    const body = (await json(request)) as { refresh_token: string }
    const answer = await refresh(body.refresh_token)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answer))
  })()
})
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
