import { expect, it } from 'vitest'
import { changedServer, EMPTY_DRAFT, NEW_SERVER } from './draft.ts'

const draft = { ...EMPTY_DRAFT, host: ' db.example.com ', user: 'reader' }
const connected = changedServer({ is_connected: true })
const SECRET_ID = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'

it('reads the settings of a server', () => {
  expect(connected.parse(draft)).toEqual({
    host: 'db.example.com',
    port: 5432,
    database: 'postgres',
    user: 'reader',
    tls: 'verify-full',
    ca_certificate: null,
    is_writable: false,
  })
})

it.each([
  { host: ' ' },
  { host: 'a b' },
  { port: '0' },
  { port: '65536' },
  { port: '5e3' },
  { database: '' },
  { user: '' },
])('rejects what is missing or wrong at its field: %o', (change) => {
  const { error } = connected.safeParse({ ...draft, ...change })
  expect(error?.issues.map(({ path }) => path)).toEqual([Object.keys(change)])
})

it('sends a certificate only if it is used', () => {
  const caCertificate = 'PEM'
  expect(connected.parse({ ...draft, caCertificate }).ca_certificate).toBe('PEM')
  const tls = 'require' as const
  expect(connected.parse({ ...draft, caCertificate, tls }).ca_certificate).toBeNull()
})

it('takes the password from the selected source, and needs one for a new server', () => {
  const both = { ...draft, name: 'orders', password: 'typed', secretId: SECRET_ID }
  expect(NEW_SERVER.parse(both).credential).toEqual({ password: 'typed' })
  expect(NEW_SERVER.parse({ ...both, source: 'secret' }).credential).toEqual({
    secret_id: SECRET_ID,
  })
  expect(NEW_SERVER.safeParse({ ...draft, name: 'orders' }).success).toBe(false)
  expect(changedServer({ is_connected: false }).safeParse(draft).success).toBe(false)
})
