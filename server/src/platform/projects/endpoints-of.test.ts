import { describe, expect, it } from 'vitest'
import { connectionString, endpointsOf } from './endpoints-of.ts'

const at = (publicUrl: string) => ({
  publicUrl,
  apiUrl: publicUrl,
  databaseHost: 'db',
  databasePort: 6543,
  databaseTls: false,
})

describe("a project's own host", () => {
  it.each([
    ['http://localhost:8000', 'http://abc.localhost:8000'],
    ['http://127.0.0.1:8000', 'http://abc.localhost:8000'],
    ['http://[::1]:8000', 'http://abc.localhost:8000'],
    ['https://stoa.example', 'https://abc.stoa.example'],
    // An IP address has no subdomains.
    ['http://192.0.2.7:8000', null],
  ])('for the public URL %s is %s', (publicUrl, expected) => {
    expect(endpointsOf(at(publicUrl), 'abc').host_api_url).toBe(expected)
  })
})

describe('a connection string', () => {
  it('puts an IPv6 host in brackets', () => {
    const addresses = { ...at('http://localhost'), databaseHost: '::1' }
    expect(connectionString(addresses, 'abc', 'x')).toBe(
      'postgresql://postgres.abc:x@[::1]:6543/postgres',
    )
  })

  it('asks for encryption if database connections can be encrypted', () => {
    const addresses = { ...at('http://localhost'), databaseTls: true }
    expect(connectionString(addresses, 'abc', 'x')).toBe(
      'postgresql://postgres.abc:x@db:6543/postgres?sslmode=require',
    )
  })
})
