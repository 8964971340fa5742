import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestFleet, type TestFleet } from '../../test/fleet.ts'
import {
  createTestPlatform,
  OPERATOR_TOKEN,
  STRONG_PASSWORD,
  type TestPlatform,
} from '../../test/platform.ts'
import { formatRecoveryKey } from '../lib/recovery-key.ts'
import { runCli } from './run.ts'

let test: TestPlatform
let fleet: TestFleet
let folder: string
beforeAll(async () => {
  test = await createTestPlatform()
  fleet = await createTestFleet(test.control)
  const { app } = await test.restart({ fleet: fleet.fleet })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-cli-'))
  await mkdir(path.join(folder, '.stoa'))
  await writeOperatorFile('.stoa', { url, token: OPERATOR_TOKEN })
})
afterAll(async () => {
  await fleet.stop()
  await test.stop()
  await rm(folder, { recursive: true, force: true })
})

async function writeOperatorFile(name: string, content: object) {
  const file = path.join(folder, name, 'operator.json')
  await writeFile(file, JSON.stringify(content))
  await chmod(file, 0o600)
}

/** The standard input of the next command. */
let typed = ''

async function stoa(...line: string[]) {
  return stoaIn({}, ...line)
}

async function stoaIn(env: NodeJS.ProcessEnv, ...line: string[]) {
  const out: string[] = []
  const errors: string[] = []
  const code = await runCli(line, {
    env,
    checkout: folder,
    readInput: async () => typed,
    print: (text) => out.push(text),
    printError: (text) => errors.push(text),
  })
  return { code, out: out.join('\n'), errors: errors.join('\n') }
}

async function json<T>(...line: string[]): Promise<T> {
  const { out, errors } = await stoa(...line, '--json')
  if (errors) throw new Error(errors)
  return JSON.parse(out) as T
}

describe('the command line', () => {
  it('creates an operator, an organization and a working project', async () => {
    const owner = await stoa(
      'owner',
      'create',
      '--email',
      'me@example.com',
      '--password',
      'secret-8',
    )
    expect(owner).toMatchObject({ code: 0, out: 'me@example.com can sign in as an operator.' })

    const { slug } = await json<{ slug: string }>('org', 'create', '--name', 'Acme')
    const organizations = await stoa('org', 'list')
    expect(organizations.out).toBe(
      `SLUG                  NAME  PLAN  PROJECTS\n${slug}  Acme  Free  0`,
    )

    const created = await json<Record<string, string>>(
      'project',
      'create',
      '--org',
      slug,
      '--name',
      'Shop',
      '--wait',
    )
    expect(created).toMatchObject({
      ref: expect.stringMatching(/^[a-z]{20}$/),
      name: 'Shop',
      status: 'ACTIVE_HEALTHY',
      api_url: `http://localhost:8001/p/${created['ref']}`,
      anon_key: expect.stringMatching(/^ey/),
      service_role_key: expect.stringMatching(/^ey/),
      publishable_key: expect.stringMatching(/^sb_publishable_/),
      secret_key: expect.stringMatching(/^sb_secret_/),
      jwt_secret: expect.stringMatching(/./),
      connection_string: expect.stringMatching(/^postgresql:\/\/postgres\.[a-z]{20}:.+@/),
    })

    // The printed password also signs in to the project's cluster directly.
    const ref = created['ref'] ?? ''
    const socket = await fleet.fleet.acquireSocket(ref)
    const client = new pg.Client({
      host: socket.socketDir,
      port: socket.port,
      database: 'postgres',
      user: 'postgres',
      password: decodeURIComponent(new URL(created['connection_string'] ?? '').password),
    })
    await client.connect()
    await client.end()
    socket.release()

    expect(await json('project', 'show', 'Shop')).toMatchObject({ ref, status: 'ACTIVE_HEALTHY' })
    expect((await stoa('project', 'list', '--org', 'Acme')).out).toMatch(
      new RegExp(`^REF +NAME +STATUS .*\n${ref} +Shop +ACTIVE_HEALTHY`),
    )
    expect(await stoa('project', 'pause', ref, '--wait')).toMatchObject({
      code: 0,
      out: `Shop (${ref}) is INACTIVE.`,
    })
    expect(await stoa('project', 'wake', 'Shop', '--wait')).toMatchObject({
      out: `Shop (${ref}) is ACTIVE_HEALTHY.`,
    })
    expect(await stoa('project', 'delete', 'Shop')).toMatchObject({
      out: `Deleted Shop (${ref}).`,
    })
    expect((await stoa('project', 'list')).out).toBe('No projects yet.')
  })

  it('creates, protects, lists and deletes branches', async () => {
    const { ref } = await json<{ ref: string }>('project', 'create', '--name', 'Tree', '--wait')
    const on = ['--project', 'Tree']
    const line = ['branches', 'create', 'fix/login', ...on, '--days', '7', '--wait']
    expect(await json(...line)).toMatchObject({
      parent_project_ref: ref,
      content: 'data',
      expires_at: expect.any(String),
      status: 'ACTIVE_HEALTHY',
    })
    expect((await stoa('branches', 'create', 'b', ...on, '--days', 'x')).errors).toMatch(
      /^invalid_option/,
    )
    await stoa('branches', 'update', 'fix/login', ...on, '--name', 'login', '--protect')
    expect((await stoa('branches', 'list', 'Tree')).out).toMatch(
      /^NAME .*\nmain .* production.*\nlogin .* preview, protected /,
    )
    expect((await stoa('branches', 'delete', 'login', ...on)).errors).toMatch(/^branch_protected/)
    await stoa('branches', 'update', 'login', ...on, '--unprotect')
    expect((await stoa('branches', 'delete', 'login', ...on)).out).toMatch(/^Deleted login/)
    expect((await stoa('branches', 'delete', 'login', ...on)).errors).toMatch(/^unknown_branch/)
    await stoa('project', 'delete', 'Tree')
  })

  it('accepts a database password, and refuses a weak one with advice', async () => {
    const weak = await stoa('project', 'create', '--name', 'Weak', '--password', 'password')
    expect(weak.code).toBe(1)
    expect(weak.errors).toMatch(/^weak_password: .*You need a stronger password\.\n.+/)
    const made = await json<{ database_password: string }>(
      'project',
      'create',
      '--name',
      'Own',
      '--password',
      STRONG_PASSWORD,
    )
    expect(made.database_password).toBe(STRONG_PASSWORD)
  })
})

describe('a project name', () => {
  it('that two projects have is refused with their refs', async () => {
    const refs: string[] = []
    for (const _ of [1, 2]) {
      const { ref } = await json<{ ref: string }>('project', 'create', '--name', 'Twin')
      refs.push(ref)
    }
    const { code, errors } = await stoa('project', 'pause', 'Twin')
    expect(code).toBe(1)
    expect(errors).toContain('project_ambiguous')
    for (const ref of refs) expect(errors).toContain(ref)
  })

  it('is found in any case, and exactly if another one differs only in case', async () => {
    const create = (name: string, org: string) =>
      json<{ ref: string }>('project', 'create', '--org', org, '--name', name)
    const [mixed, lower] = [await create('Mixed Case', 'ACME'), await create('mixed case', 'acme')]
    const show = async (name: string) => (await json<{ ref: string }>('project', 'show', name)).ref
    expect(await show('Mixed Case')).toBe(mixed.ref)
    expect(await show('mixed case')).toBe(lower.ref)
    expect((await stoa('project', 'show', 'MIXED CASE')).errors).toContain('project_ambiguous')
    const { ref } = await create('Straße 7', 'Acme')
    expect(await show('STRASSE 7').catch(() => '')).toBe('')
    expect(await show('straße 7')).toBe(ref)
  })

  it('that does not exist is refused with unknown_project', async () => {
    expect(await stoa('project', 'show', 'nobody')).toMatchObject({
      code: 1,
      out: '',
      errors: expect.stringMatching(/^unknown_project: /),
    })
  })
})

it('--wait ends with the reason if the project fails', async () => {
  const { app } = await test.restart()
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  await mkdir(path.join(folder, 'failing'))
  await writeOperatorFile('failing', { url, token: OPERATOR_TOKEN })
  const { slug } = await json<{ slug: string }>('org', 'create', '--name', 'Doomed')
  const create = test.fleet.create.bind(test.fleet)
  test.fleet.create = async (tx, project) => {
    await create(tx, project)
    const failure = {
      code: 'disk_full',
      message: 'The disk is full.',
      hint: 'Make room and retry.',
      failed_at: '2026-03-01T12:00:00.000Z',
    }
    test.fleet.become(project.ref, { status: 'INIT_FAILED', failure })
    return (await test.fleet.get(project.ref)) ?? create(tx, project)
  }
  const answer = await stoaIn(
    { STOA_DATA_DIR: 'failing' },
    'project',
    'create',
    '--org',
    slug,
    '--name',
    'Shop',
    '--wait',
    '--json',
  )
  expect(answer).toEqual({
    code: 1,
    out: '',
    errors: 'disk_full: The project is INIT_FAILED. The disk is full.\nMake room and retry.',
  })
})

describe('the services of a project', () => {
  it('can be listed with their health, and their settings can be shown and changed', async () => {
    await stoa('org', 'create', '--name', 'Services')
    const line = ['project', 'create', '--name', 'Served', '--org', 'Services', '--wait']
    const { ref } = await json<{ ref: string }>(...line)
    const services = await json<{ name: string; status: string }[]>('project', 'services', ref)
    expect(services).toEqual([expect.objectContaining({ name: 'roles', status: 'healthy' })])
    expect((await stoa('settings', 'show', ref)).out).toMatch(/auth +jwt_exp +3600/)
    const set = (name: string, value: string) =>
      stoa('settings', 'set', ref, '--section', 'auth', '--name', name, '--value', value)
    expect(await set('jwt_exp', '1800')).toMatchObject({ code: 0 })
    expect(await set('site_url', 'https://example.com')).toMatchObject({ code: 0 })
    expect(await json('settings', 'show', ref)).toMatchObject({
      auth: { jwt_exp: 1800, site_url: 'https://example.com' },
    })
    expect((await set('jwt_exp', '1')).errors).toContain('invalid_request')
    expect((await set('jwt_expiry', '1')).errors).toContain('unknown_setting')
  })
})

describe('a recovery sheet', () => {
  const keyOf = (sheet: string) => /((?: {4}(?:\S{4} ?){7}\n){2})/.exec(sheet)?.[1] ?? ''

  it('holds the key, restores it into a folder that lacks it, and replaces no key', async () => {
    const key = test.control.installationKey.toString('base64')
    await writeFile(path.join(folder, '.stoa', 'installation.key'), key, { mode: 0o600 })
    const sheet = await stoa('recovery', 'sheet')
    expect(sheet.out).not.toContain(key)
    await mkdir(path.join(folder, 'restored'))
    typed = keyOf(sheet.out)
    const restore = () => stoaIn({ STOA_DATA_DIR: 'restored' }, 'recovery', 'restore')
    expect(await restore()).toMatchObject({ code: 0, errors: '' })
    const file = path.join(folder, 'restored', 'installation.key')
    expect(await readFile(file, 'utf8')).toBe(key)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await restore()).errors).toMatch(/^installation_key_exists: /)
    expect(await readdir(path.dirname(file))).toEqual(['installation.key'])
  })

  it('is checked against the running installation, without sending the key', async () => {
    const file = path.join(folder, 'sheet.txt')
    await writeFile(file, formatRecoveryKey(test.control.installationKey).toLowerCase())
    expect(await stoa('recovery', 'check', '--file', file)).toMatchObject({ code: 0, errors: '' })
    typed = formatRecoveryKey(Buffer.alloc(32, 7))
    expect((await stoa('recovery', 'check')).errors).toMatch(
      /^recovery_key_of_another_installation: /,
    )
    typed = 'not a key'
    expect((await stoa('recovery', 'check')).errors).toMatch(/^recovery_key_unreadable: /)
  })

  it('is not printed from a folder without a key', async () => {
    expect((await stoaIn({ STOA_DATA_DIR: 'none' }, 'recovery', 'sheet')).errors).toMatch(
      /^installation_key_unreadable: /,
    )
  })
})

describe('an invalid command line', () => {
  it.each([
    [[], 'unknown_command: No command given.'],
    [['project'], 'unknown_command: The command "project" does not exist.'],
    [['project', 'explode'], 'unknown_command: The command "project explode" does not exist.'],
    [['project', 'list', '--colour', 'red'], "invalid_option: Unknown option '--colour'."],
    [['project', 'show'], 'invalid_option: The argument <name or ref> is missing.'],
    [['project', 'show', 'a', 'b'], 'invalid_option: Unexpected argument "b".'],
    [['org', 'list', 'extra'], 'invalid_option: Unexpected argument "extra".'],
    [['org', 'create'], 'invalid_option: The option --name is required.'],
    [['org', 'create', '--name', ''], 'invalid_option: The option --name is required.'],
  ])('%j prints the error and the usage', async (line, sentence) => {
    const { code, out, errors } = await stoa(...line)
    expect([code, out]).toEqual([1, ''])
    expect(errors).toContain(sentence)
    expect(errors).toContain('Usage: npm run -s stoa -- ')
  })
})

describe('help', () => {
  it.each([[['--help']], [['help']], [['nonsense', '--help']]])(
    '%j lists all commands',
    async (line) => {
      const { code, out } = await stoa(...line)
      expect(code).toBe(0)
      for (const name of ['owner create', 'org list', 'project create', 'project wake'])
        expect(out).toContain(`  ${name} `)
    },
  )

  it.each(['owner create', 'org create', 'org list', 'project create', 'project delete'])(
    'explains %s, even without a server',
    async (name) => {
      const { code, out } = await stoaIn(
        { STOA_DATA_DIR: '/nowhere' },
        ...name.split(' '),
        '--help',
      )
      expect(code).toBe(0)
      expect(out).toContain(`Usage: npm run -s stoa -- ${name}`)
      expect(out).toContain('--json')
    },
  )
})

describe('without a server', () => {
  it.each([
    ['that was ever started', 'empty', undefined],
    ['that still listens', 'stale', { url: 'http://127.0.0.1:9', token: 'x' }],
  ])('%s, a command says how to start one', async (_what, name, content) => {
    await mkdir(path.join(folder, name))
    if (content) await writeOperatorFile(name, content)
    const answer = await stoaIn({ STOA_DATA_DIR: name }, 'org', 'list')
    expect(answer.code).toBe(1)
    expect(answer.errors).toContain('server_not_running: The Stoa server is not running.')
    expect(answer.errors).toContain('npm start')
  })
})
