import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOwner } from '../../support/account.ts'
import { createOfficialCli, type OfficialCli } from '../../support/official-cli.ts'
import {
  createProject,
  discard,
  startServer,
  type ProjectInfo,
  type StartedServer,
} from '../../support/server.ts'

let server: StartedServer
let project: ProjectInfo
let cli: OfficialCli
beforeAll(async () => {
  server = await startServer()
  const { access_token: session } = await createOwner(server)
  const created = await fetch(`${server.url}/platform/profile/access-tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Laptop', expires_at: null }),
  })
  const { token } = (await created.json()) as { token: string }
  project = await createProject(server, 'Cli')
  cli = await createOfficialCli({ url: server.url, token })
})
afterAll(async () => {
  await discard(server)
  await cli.discard()
})

/** Runs an experimental command that must succeed. */
async function run(...command: string[]): Promise<string> {
  const options = [`--remote=${project.ref}`, '--experimental', '--yes']
  const { code, output } = await cli.run(...command, ...options)
  if (code !== 0) throw new Error(output)
  return output
}

/** Signs in to the database, and resolves with the code of the refusal, if there is one. */
async function connect(): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: project.connection_string })
  client.on('error', () => {})
  const refused = await client.connect().then(
    () => undefined,
    (error: unknown) => (error instanceof pg.DatabaseError ? error.code : String(error)),
  )
  await client.end()
  return refused
}

describe('the unmodified official command line', () => {
  it('restricts the networks of a database', async () => {
    expect(await run('network-restrictions', 'get')).toContain('0.0.0.0/0')
    expect(await connect()).toBeUndefined()
    const replaced = await run(
      'network-restrictions',
      'update',
      '--db-allow-cidr',
      '203.0.113.0/24',
      '--db-allow-cidr',
      '2001:db8::/32',
    )
    expect(replaced).toContain('203.0.113.0/24')
    const shown = await run('network-restrictions', 'get')
    expect(shown).toContain('203.0.113.0/24')
    expect(shown).toContain('2001:db8::/32')
    expect(shown).not.toContain('0.0.0.0/0')
    expect(await connect()).toBe('28000')
    await run('network-restrictions', 'update', '--append', '--db-allow-cidr', '127.0.0.0/8')
    expect(await connect()).toBeUndefined()
  })

  it('reads bans and the enforcement of TLS', async () => {
    expect(await run('network-bans', 'get')).toContain('banned')
    expect(await run('ssl-enforcement', 'get')).toContain('SSL is *NOT* being enforced')
  })

  it('changes and resets settings of Postgres', async () => {
    expect(await run('postgres-config', 'update', '--config', 'work_mem=8MB')).toContain('8MB')
    await run('postgres-config', 'update', '--config', 'statement_timeout=1min')
    const shown = await run('postgres-config', 'get')
    expect(shown).toContain('8MB')
    expect(shown).toContain('1min')
    await run('postgres-config', 'delete', '--config', 'work_mem')
    expect(await run('postgres-config', 'get')).not.toContain('8MB')
  })
})
