import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import {
  CALLS,
  outcomesOf,
  prepareDatabase,
  shadowNames,
  warningsOf,
} from '../../server/test/temporary-names/index.ts'
import { askPlatform } from '../support/platform-api.ts'
import { createProject, type ProjectInfo } from '../support/server.ts'

/**
 * The owner of a database gives temporary objects the names that functions with more rights use, and
 * attaches code to them. The platform's functions and the scripts of trusted extensions then run in
 * the owner's session.
 */
const world = inject('attackWorld')

let project: ProjectInfo
let rightsBefore: Rights | undefined
/** The results of the calls when no name is shadowed. */
let expected: readonly string[]
let owner: pg.Client

beforeAll(async () => {
  project = await createProject(world, 'Superuser')
  const client = await connect()
  await prepareDatabase(client)
  await client.query(`
    create function shadow.hears() returns event_trigger language plpgsql as $$
      begin
        perform shadow.reports('event trigger');
      end $$`)
  for (const event of ['ddl_command_end', 'sql_drop'])
    await askPlatform(world, 'POST', `/meta/${project.ref}/object-changes`, {
      change: {
        kind: 'create_event_trigger',
        name: `hears ${event}`,
        event,
        tags: [],
        function: { schema: 'shadow', name: 'hears' },
      },
    })
  rightsBefore = await rightsOf(client)
  expected = await outcomesOf(client, CALLS)
  await client.end()
})
beforeEach(async () => {
  owner = await connect()
})
afterEach(() => owner.end())
afterAll(async () => {
  await askPlatform(world, 'DELETE', `/projects/${project.ref}`)
  await askPlatform(world, 'DELETE', `/organizations/${project.organization_slug}`)
})

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: project.connection_string })
  await client.connect()
  return client
}

type Rights = { readonly is_superuser: boolean; readonly roles: readonly string[] }

async function rightsOf(client: pg.Client): Promise<Rights | undefined> {
  const { rows } = await client.query<Rights>(`
    select rolsuper as is_superuser, array(
      select r.rolname::text from pg_catalog.pg_roles as r
      where pg_catalog.pg_has_role('postgres', r.oid, 'member') order by r.rolname
    ) as roles
    from pg_catalog.pg_roles where rolname = 'postgres'`)
  return rows[0]
}

/** The owner's rights, and the owner's code that ran as another role, seen from a new session. */
async function outcome(warnings: ReadonlySet<string> = new Set()) {
  const client = await connect()
  const { rows } = await client.query<object>('select distinct what, as_role from shadow.ran')
  const rights = await rightsOf(client)
  await client.end()
  return { rights, ran: rows, warnings: [...warnings] }
}

const nothing = () => ({ rights: rightsBefore, ran: [], warnings: [] })

/** Functions are compiled once in a session, until their row in the catalog moves. */
const RECOMPILE = 'vacuum full pg_catalog.pg_proc'

/** The names of types in functions, with checks that reveal who uses them. */
const TYPES =
  'oid uuid text name regclass regtype regproc json jsonb bytea timestamptz int4 int8 bool "char" refcursor _text _oid _jsonb'.split(
    ' ',
  )

describe('an owner who shadows names with temporary objects', () => {
  it('begins without the rights of the superuser and the services', async () => {
    expect(rightsBefore?.is_superuser).toBe(false)
    expect(rightsBefore?.roles.filter((role) => /^supabase_.*admin$/.test(role))).toEqual([])
    expect(await outcome()).toEqual(nothing())
  })

  it('gains nothing from the functions of the platform', async () => {
    const warnings = warningsOf(owner)
    await shadowNames(owner)
    await owner.query(RECOMPILE)
    expect(await outcomesOf(owner, CALLS)).toEqual(expected)
    expect(await outcome(warnings)).toEqual(nothing())
  })

  it('gains nothing from the scripts of trusted extensions', async () => {
    const { rows } = await owner.query<{ name: string }>(`
      select v.name from pg_catalog.pg_available_extension_versions as v
      where v.trusted and not v.installed and v.version = (
        select e.default_version from pg_catalog.pg_available_extensions as e where e.name = v.name)
      order by v.name`)
    const names = rows.map(({ name }) => name).filter((name) => !/perl/.test(name))
    expect(names).toContain('citext')
    const warnings = warningsOf(owner)
    await shadowNames(owner)
    await owner.query(RECOMPILE)
    const creations = names.map((name) => `create extension "${name}"; drop extension "${name}"`)
    expect(await outcomesOf(owner, creations)).toEqual(creations.map((sql) => `${sql}: none`))
    expect(await outcome(warnings)).toEqual(nothing())
  })

  it.each(TYPES)('gains nothing from the name %s alone', async (type) => {
    const warnings = warningsOf(owner)
    const what = type.replaceAll('"', '')
    await owner.query(`
      create domain pg_temp.${type} as pg_catalog.${type} check (shadow.reports('${what}'))`)
    await owner.query(RECOMPILE)
    await owner.query('create extension citext')
    await owner.query('drop extension citext')
    await owner.query(`select vault.create_secret('value', '${what}')`)
    await owner.query('select decrypted_secret from vault.decrypted_secrets')
    await owner.query(`select net.http_post('https://example.com', '{}')`)
    await owner.query(`select cron.unschedule(cron.schedule('one', '@daily', 'select 1'))`)
    await owner.query(`select pgmq.create('one'), pgmq.drop_queue('one')`)
    await owner.query('delete from vault.secrets; delete from net.http_request_queue')
    expect(await outcome(warnings)).toEqual(nothing())
  })

  it('gains nothing from the pages that read secrets and servers', async () => {
    const warnings = warningsOf(owner)
    await shadowNames(owner)
    await owner.query(`select vault.create_secret('value', 'read by the server')`)
    for (const page of [`/wrappers/${project.ref}/servers`, `/wrappers/${project.ref}/files`])
      await askPlatform(world, 'GET', page)
    await owner.query('delete from vault.secrets')
    expect(await outcome(warnings)).toEqual(nothing())
  })
})
