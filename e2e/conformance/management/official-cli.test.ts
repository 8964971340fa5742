import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOwner } from '../../support/account.ts'
import { askPlatform } from '../../support/platform-api.ts'
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
let session: string
beforeAll(async () => {
  server = await startServer()
  session = (await createOwner(server)).access_token
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

/** Runs a command that must succeed. */
async function run(...command: string[]): Promise<string> {
  const { code, output } = await cli.run(...command)
  if (code !== 0) throw new Error(output)
  return output
}
const on = () => `--remote=${project.ref}`
const call = async (name: string) => {
  const response = await fetch(`${project.api_url}/functions/v1/${name}`, {
    headers: { apikey: project.publishable_key },
  })
  return [response.status, await response.text()]
}

describe('the unmodified official command line', () => {
  it('lists organizations, projects and keys, and links a project', async () => {
    expect(await run('orgs', 'list')).toMatch(/NAME/)
    expect(await run('projects', 'list')).toContain(project.ref)
    expect(await run('projects', 'api-keys', on())).toContain('service_role')
    expect(await run('link', project.ref)).toContain('Finished')
  })

  it('lists and downloads queries', async () => {
    const id = randomUUID()
    await fetch(`${server.url}/platform/projects/${project.ref}/content/${id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Count stones', sql: 'select 42 as stones', version: 0 }),
    })
    const listed = await run('snippets', 'list', on())
    expect(listed).toContain('Count stones')
    expect(listed).toContain(id)
    expect(await run('snippets', 'download', id, on())).toContain('select 42 as stones')
  })

  it('creates, lists, renames and deletes branches', async () => {
    const created = await run('branches', 'create', 'fix/login', on(), '--with-data', '--yes')
    expect(created).toContain('fix/login')
    expect(await run('branches', 'list', on())).toMatch(/main[^]*fix\/login/)
    await run('branches', 'update', 'fix/login', on(), '--name', 'login', '--yes')
    const settings = await run('branches', 'get', 'login', on(), '-o', 'json')
    expect(settings).toMatch(/"POSTGRES_URL": "postgresql:\/\/postgres\.[a-z]{20}:/)
    expect(await run('branches', 'delete', 'login', on(), '--yes')).toContain('Deleted')
    expect(await run('branches', 'list', on())).not.toContain('login')
  })

  it('deploys one function, then several at once, lists, downloads and deletes them', async () => {
    const serve = (text: string) => `Deno.serve(() => new Response(${text}))`
    await cli.write('supabase/functions/hello/index.ts', serve('"first"'))
    await cli.write(
      'supabase/config.toml',
      'project_id = "work"\n[functions.hello]\nverify_jwt = false\n',
    )
    // Without Docker, the source files are what it sends by default.
    await run('functions', 'deploy', 'hello', on(), '--yes')
    expect(await call('hello')).toEqual([200, 'first'])

    await cli.write('supabase/functions/hello/index.ts', serve('"second"'))
    await cli.write('supabase/functions/_shared/text.ts', 'export const text = "shared"')
    await cli.write(
      'supabase/functions/other/index.ts',
      `import { text } from '../_shared/text.ts'\n${serve('text')}`,
    )
    await run('functions', 'deploy', on(), '--use-api', '--yes', '--no-verify-jwt')
    expect(await call('hello')).toEqual([200, 'second'])
    expect(await call('other')).toEqual([200, 'shared'])
    expect(await run('functions', 'list', on())).toMatch(/hello[\s\S]*other|other[\s\S]*hello/)

    await cli.write('supabase/functions/other/index.ts', 'lost')
    await run('functions', 'download', 'other', on(), '--use-api')
    const file = path.join(cli.folder, 'supabase/functions/other/index.ts')
    expect(await readFile(file, 'utf8')).toContain('Deno.serve')

    await run('functions', 'delete', 'other', on(), '--yes')
    expect((await call('other'))[0]).toBe(404)
  })

  it('shows the file and the line of a function that cannot be deployed, and the old one serves', async () => {
    await cli.write('supabase/functions/hello/index.ts', 'Deno.serve(() => {\n')
    const { code, output } = await cli.run(
      'functions',
      'deploy',
      'hello',
      on(),
      '--use-api',
      '--yes',
    )
    expect(code).not.toBe(0)
    expect(output).toMatch(/hello\/index\.ts:\d+/)
    expect(await call('hello')).toEqual([200, 'second'])
  })

  it('sets, lists and removes secrets, which the running function sees', async () => {
    await cli.write(
      'supabase/functions/secret/index.ts',
      'Deno.serve(() => new Response(Deno.env.get("ANIMAL") ?? "none"))',
    )
    await run('functions', 'deploy', 'secret', on(), '--use-api', '--yes', '--no-verify-jwt')
    await run('secrets', 'set', 'ANIMAL=walrus', on(), '--yes')
    expect(await run('secrets', 'list', on())).toContain('ANIMAL')
    expect(await call('secret')).toEqual([200, 'walrus'])
    await run('secrets', 'unset', 'ANIMAL', on(), '--yes')
    expect(await call('secret')).toEqual([200, 'none'])
  })

  it('runs SQL, and applies migrations to the database', async () => {
    await cli.write('select.sql', `select 41 + 1 as answer, 'walrus' as animal`)
    const file = path.join(cli.folder, 'select.sql')
    expect(await run('db', 'query', on(), '--read-only', '-f', file)).toMatch(/42[\s\S]*walrus/)
    await cli.write('supabase/migrations/20260101000000_first.sql', 'create table pushed ();')
    await run('db', 'push', '--db-url', project.connection_string, '--yes')
    const listed = await run('migration', 'list', '--db-url', project.connection_string)
    expect(listed.match(/20260101000000/g)).toHaveLength(2)
  })

  it('fetches the migrations that the dashboard recorded', async () => {
    await askPlatform(server, 'POST', `/meta/${project.ref}/tables`, {
      schema: 'public',
      name: 'herd',
      columns: [{ name: 'id', type: 'int', is_primary_key: true }],
    })
    await run('migration', 'fetch', '--db-url', project.connection_string, '--yes')
    const folder = path.join(cli.folder, 'supabase', 'migrations')
    const file = (await readdir(folder)).find((name) =>
      name.endsWith('_create_table_public_herd.sql'),
    )
    expect(await readFile(path.join(folder, file ?? ''), 'utf8')).toContain('create table')
    // Files and database agree again.
    const pushed = await run('db', 'push', '--db-url', project.connection_string, '--yes')
    expect(pushed).toContain('up to date')
  })

  it('generates types', async () => {
    // Without --schema, it names those of the configuration: `public` and `graphql_public`.
    const types = await run('gen', 'types', 'typescript', on())
    expect(types).toContain('export type Database')
    expect(types).toMatch(/ {2}public: \{/)
  })

  it('creates and deletes a project', async () => {
    const orgs = await run('orgs', 'list', '-o', 'json')
    const slug = /"(?:id|slug)":\s*"(\w+)"/.exec(orgs)?.[1] ?? ''
    const given = [
      '--org-id',
      slug,
      '--db-password',
      'gusty-Walrus-40-orbits',
      '--region',
      'us-east-1',
    ]
    const made = await run('projects', 'create', 'Second', ...given, '--yes', '-o', 'json')
    const ref = /"(?:id|ref)":\s*"([a-z]{20})"/.exec(made)?.[1] ?? ''
    await run('projects', 'delete', ref, '--yes')
    expect(await run('projects', 'list')).not.toContain(ref)
  })

  it('reports that a token is not valid', async () => {
    const other = await createOfficialCli({ url: server.url, token: `sbp_${'0'.repeat(40)}` })
    const { code, output } = await other.run('projects', 'list')
    await other.discard()
    expect(code).not.toBe(0)
    expect(output).toContain('This access token is not valid.')
  })
})
