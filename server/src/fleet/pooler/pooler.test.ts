import { findComputeSize } from '@stoa/contract/catalog/compute-sizes'
import { connectionPooling } from '@stoa/contract/platform/connection-pooling'
import { describe, expect, it } from 'vitest'
import { findPgBouncer, hasPreparedStatements } from './pgbouncer.ts'
import { poolLimitsOf, poolSizeOf, renderPoolerConfig, renderUsers } from './pooler-config.ts'

describe('the configuration of a pooler', () => {
  it('has the limits of the compute size, and those of the smallest without one', () => {
    expect(poolLimitsOf(undefined)).toEqual({ maxPoolSize: 30, maxClients: 200 })
    expect(poolLimitsOf(findComputeSize('small'))).toEqual({ maxPoolSize: 90, maxClients: 400 })
    expect(poolSizeOf({ default_pool_size: 80 }, poolLimitsOf(undefined))).toBe(30)
  })

  it('listens on a socket only, has no administrators, and quotes paths', () => {
    const config = renderPoolerConfig({
      pooling: { ...connectionPooling.defaults, pool_mode: 'session' },
      limits: poolLimitsOf(undefined),
      postgresDir: "/run/it's/ref",
      socketDir: '/run/pooler',
      port: 5432,
      usersFile: '/run/pooler.d/users.txt',
    })
    expect(config).toContain("* = host='/run/it''s/ref' port=5432\n")
    expect(config).toContain('\npool_mode = session\n')
    expect(config).toContain('\ndefault_pool_size = 15\n')
    expect(config).not.toMatch(/listen_addr|admin_users|stats_users/)
  })

  it('lists users by their verifiers, and leaves out names that would end a line', () => {
    const users = [
      { name: 'postgres', verifier: 'SCRAM-SHA-256$4096:c2FsdA==$a:b' },
      { name: 'a "quoted" name', verifier: 'SCRAM-SHA-256$1:c2FsdA==$c:d' },
      { name: 'two\n"lines" "md5"', verifier: 'SCRAM-SHA-256$1:c2FsdA==$e:f' },
    ]
    expect(renderUsers(users)).toBe(
      '"postgres" "SCRAM-SHA-256$4096:c2FsdA==$a:b"\n"a ""quoted"" name" "SCRAM-SHA-256$1:c2FsdA==$c:d"\n',
    )
  })
})

describe('the program of the poolers', () => {
  it('is optional', async () => {
    expect(await findPgBouncer(['/nonexistent/pgbouncer'])).toBeUndefined()
    expect(await findPgBouncer(['true'])).toBeUndefined()
  })

  it.each([
    ['1.18.0', false],
    ['1.21.0', true],
    ['1.24.1', true],
    ['2.0', true],
  ])('has prepared statements in transaction mode since 1.21: %s', (version, expected) => {
    expect(hasPreparedStatements({ version })).toBe(expected)
  })
})
