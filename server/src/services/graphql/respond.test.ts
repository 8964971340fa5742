import { expect, it } from 'vitest'
import { silentLog } from '../../lib/log.ts'
import { respond } from './respond.ts'

it('returns 503 when the connection broke before Postgres responded', async () => {
  const broken = () => Promise.reject(new Error('Connection terminated unexpectedly'))
  const { status, body } = await respond(broken, { log: silentLog, id: '1', ref: 'a' })
  expect([status, JSON.parse(body)]).toMatchObject([
    503,
    { data: null, errors: [{ extensions: { code: 'database_unavailable' } }] },
  ])
})
