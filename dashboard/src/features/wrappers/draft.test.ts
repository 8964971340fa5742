import { expect, it } from 'vitest'
import { EMPTY_DRAFT, toConnection, toCredential } from './draft.ts'

const draft = { ...EMPTY_DRAFT, host: ' db.example.com ', user: 'reader' }

it('reads the settings of a server', () => {
  expect(toConnection(draft)).toEqual({
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
  { port: '0' },
  { port: '65536' },
  { port: '5e3' },
  { database: '' },
  { user: '' },
])('waits for what is missing or wrong: %o', (change) =>
  expect(toConnection({ ...draft, ...change })).toBeUndefined(),
)

it('sends a certificate only if it is used', () => {
  const caCertificate = 'PEM'
  expect(toConnection({ ...draft, caCertificate })?.ca_certificate).toBe('PEM')
  expect(toConnection({ ...draft, caCertificate, tls: 'require' })?.ca_certificate).toBeNull()
})

it('takes the password from the selected source', () => {
  const both = { ...draft, password: 'typed', secretId: 'id' }
  expect(toCredential(both)).toEqual({ password: 'typed' })
  expect(toCredential({ ...both, source: 'secret' })).toEqual({ secret_id: 'id' })
  expect(toCredential(draft)).toBeUndefined()
  expect(toCredential({ ...draft, source: 'secret' })).toBeUndefined()
})
