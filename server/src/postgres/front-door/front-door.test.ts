import { spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Socket } from 'node:net'
import pg, { type Submittable } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDoor, readToEnd, type TestDoor } from '../../../test/front-door.ts'
import { heldMemory } from '../../../test/memory.ts'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { AppError } from '../../lib/errors.ts'
import { writeCancelRequest, writeStartup, type CancelKey } from './startup-message.ts'
import { createStartupObserver } from './startup-observer.ts'

let test: TestProject
let other: TestProject
let door: TestDoor

beforeAll(async () => {
  ;[test, other] = await Promise.all([createTestProject(), createTestProject()])
  await test.run(`
    create table whose (name text); insert into whose values ('test');
    create role app login password 'app-secret';
    create table lines (line text);
  `)
  await other.run("create table whose (name text); insert into whose values ('other')")
  door = await openTestDoor([test, other])
})
afterAll(async () => {
  await door.close()
  await Promise.all([test.stop(), other.stop()])
})

const whose = async (client: pg.Client) => {
  const { rows } = await client.query<{ name: string }>('select name from whose')
  await client.end()
  return rows[0]?.name
}
const failure = async (attempt: Promise<unknown>) =>
  attempt.then(
    () => undefined,
    (error) => error,
  )

it('reports the connection of a client, whose bytes can be counted', async () => {
  const clients: { readonly ref: string; readonly client: Socket }[] = []
  const counted = await openTestDoor([test], {
    onOpened: (ref, client) => clients.push({ ref, client }),
  })
  expect(await whose(await counted.client(test))).toBe('test')
  await counted.close()
  expect(clients.map(({ ref }) => ref)).toEqual([test.project.ref])
  expect(clients[0]?.client.bytesRead).toBeGreaterThan(100)
  expect(clients[0]?.client.bytesWritten).toBeGreaterThan(100)
})

describe('routing', () => {
  it('connects each user name to its own project, whose cluster checks the password', async () => {
    expect(await whose(await door.client(test))).toBe('test')
    expect(await whose(await door.client(other))).toBe('other')
    await door.released()
    expect(door.leases().opened).toBeGreaterThanOrEqual(2)
  })

  it('finds the project by options=reference and keeps the other options', async () => {
    const client = await door.client(test, {
      user: 'postgres',
      options: `reference=${test.project.ref} -c geqo_threshold=7`,
      application_name: 'f\u00fcr alle',
    })
    const { rows } = await client.query(
      "select current_setting('geqo_threshold') as kept, current_setting('application_name') as name, current_user as role",
    )
    expect(rows[0]).toMatchObject({ kept: '7', role: 'postgres' })
    expect(await whose(client)).toBe('test')
  })

  it('lets in roles that users created', async () => {
    const client = await door.client(test, {
      user: `app.${test.project.ref}`,
      password: 'app-secret',
    })
    const { rows } = await client.query('select session_user as role')
    expect(rows).toEqual([{ role: 'app' }])
    await client.end()
  })

  it('uses the role as the database if a client sends its user name as the database', async () => {
    const client = await door.client(test, { database: `postgres.${test.project.ref}` })
    expect(await whose(client)).toBe('test')
  })

  it.each([
    ['a wrong password', { password: 'wrong' }, '28P01'],
    ['a missing database', { database: 'missing' }, '3D000'],
    ['an unknown project', { user: 'postgres.zzzzzzzzzzzzzzzzzzzz' }, '08004'],
    ['no project at all', { user: 'postgres' }, '08004'],
  ])('refuses %s with an error that names the reason', async (_name, config, code) => {
    expect(await failure(door.client(test, config))).toMatchObject({ code, severity: 'FATAL' })
    await door.released()
  })

  it.each(['supabase_admin', 'authenticator', 'supabase_auth_admin', 'supabase_storage_admin'])(
    'refuses the service role %s even with its password, and does not wake the project',
    async (role) => {
      const { opened } = door.leases()
      const byUser = door.client(test, { user: `${role}.${test.project.ref}` })
      expect(await failure(byUser)).toMatchObject({ code: '28000', hint: expect.any(String) })
      const byOption = door.client(test, { user: role, options: `reference=${test.project.ref}` })
      expect(await failure(byOption)).toMatchObject({ code: '28000' })
      expect(door.leases().opened).toBe(opened)
    },
  )

  it('checks and forwards only the last of two users, so that none evades the deny list', async () => {
    const pairs = `user\0app.${test.project.ref}\0user\0supabase_admin\0\0`
    const bytes = Buffer.concat([
      writeStartup({ minor: 0, parameters: new Map() }).subarray(0, 8),
      Buffer.from(pairs),
    ])
    bytes.writeUInt32BE(bytes.length)
    const socket = await door.socket()
    socket.write(bytes)
    expect((await readToEnd(socket)).toString()).toContain('C28000')
  })

  it.each([
    ['project_paused', 540, '57P03'],
    ['project_not_ready', 503, '57P03'],
  ])('refuses a connection with the detail and the hint of %s', async (reason, status, code) => {
    const closedDoor = await openTestDoor([], {
      open: () => Promise.reject(new AppError(reason, 'Because.', { status })),
    })
    expect(await failure(closedDoor.client(test))).toMatchObject({
      code,
      detail: 'Because.',
      hint: expect.any(String),
    })
    await closedDoor.close()
  })
})

describe('a session', () => {
  it('cancels a running statement by a cancel request on a connection of its own', async () => {
    const client = await door.client(test)
    const query = new pg.Query('select pg_sleep(60)')
    const failed = once(query, 'error')
    client.query(query)
    const canceller = new pg.Client({ host: '127.0.0.1', port: door.port })
    await running(test, client)
    canceller.on('error', () => {})
    // oxlint-disable-next-line typescript/no-unsafe-call -- `cancel` is not in pg's types.
    Reflect.get(canceller, 'cancel').call(canceller, client, query)
    expect(await failed).toMatchObject([{ code: '57014' }])
    expect(await whose(client)).toBe('test')
  })

  it('does not cancel a statement for a wrong secret, and sends no response', async () => {
    const client = await door.client(test)
    const pid: unknown = Reflect.get(client, 'processID')
    const holder = await door.client(test)
    await holder.query('select pg_advisory_lock(1)')
    const query = client.query('select pg_advisory_lock(1), 1 as done')
    await running(test, client, 'advisory')
    const socket = await door.socket()
    socket.write(writeCancelRequest({ pid: Number(pid), secret: randomBytes(4) }))
    expect(await readToEnd(socket)).toHaveLength(0)
    await holder.end()
    expect((await query).rows[0]).toMatchObject({ done: 1 })
    await client.end()
  })

  it('copies 10 MB in and out without a change', async () => {
    const client = await door.client(test)
    const line = `${'x'.repeat(1023)}\n`
    const chunk = Buffer.from(line.repeat(64))
    await copyIn(
      client,
      'copy lines from stdin',
      Array.from({ length: 160 }, () => chunk),
    )
    const { size, hash } = await copyOut(client, 'copy lines to stdout')
    expect(size).toBe(10 * 1024 * 1024)
    expect(hash).toBe(
      createHash('sha256')
        .update(line.repeat(10 * 1024))
        .digest('hex'),
    )
    await client.end()
  })

  it('supports protocol 3.2 and cancels by its long keys', async () => {
    let key: CancelKey | undefined
    const client = await door.client(test, {
      stream: () => new ModernSocket(2, (found) => (key = found)),
    })
    expect(key?.secret.length).toBe(32)
    const failed = failure(client.query('select pg_sleep(60)'))
    await running(test, client)
    const socket = await door.socket()
    if (key) socket.write(writeCancelRequest(key))
    expect(await failed).toMatchObject({ code: '57014' })
    await readToEnd(socket)
    await client.end()
  })

  it("forwards the server's NegotiateProtocolVersion", async () => {
    const socket = await door.socket()
    const parameters = new Map([
      ['user', `postgres.${test.project.ref}`],
      ['_pq_.unheard_of', 'on'],
    ])
    socket.write(writeStartup({ minor: 9999, parameters }))
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(String.fromCharCode(answer[0] ?? 0)).toBe('v')
    expect(answer.toString('latin1')).toContain('_pq_.unheard_of')
    socket.destroy()
    await door.released()
  })

  it('delivers the whole response to a client that closes its sending side first', async () => {
    const client = await door.client(test)
    const query = client.query("select pg_sleep(0.05), repeat('y', 3000000) as text")
    const stream = streamOf(client)
    stream.end()
    const { rows } = await query
    expect(rows[0]).toMatchObject({ text: expect.stringMatching(/^y{3000000}$/) })
    await door.released()
  })

  it('does not buffer a response for a client that does not read', async () => {
    const client = await door.client(test)
    const stream = streamOf(client)
    const before = heldMemory()
    const rows = failure(client.query("select repeat('z', 1000000) from generate_series(1, 100)"))
    stream.pause()
    await running(test, client, 'ClientWrite')
    expect(heldMemory() - before).toBeLessThan(16_000_000)
    stream.destroy()
    await rows
    await door.released()
  })
})

describe('psql', () => {
  const hasPsql = spawnSync('psql', ['--version']).status === 0
  const psql = async (uri: string, ...args: string[]) => {
    const child = spawn('psql', ['-X', '-At', uri, ...args], {
      env: { ...process.env, PGPASSWORD: test.password, PGCONNECT_TIMEOUT: '10' },
    })
    const texts = [child.stdout, child.stderr].map(async (stream) => {
      let all = ''
      for await (const chunk of stream) all += String(chunk)
      return all
    })
    const [stdout, stderr] = await Promise.all(texts)
    return { stdout, stderr }
  }

  it.runIf(hasPsql)('connects by user name, by reference, and without a database', async () => {
    const { ref } = test.project
    const address = `127.0.0.1:${door.port}`
    const uris = [
      `postgresql://postgres.${ref}@${address}/postgres`,
      `postgresql://postgres@${address}/postgres?options=reference%3D${ref}`,
      `postgresql://postgres.${ref}@${address}`,
    ]
    for (const uri of uris)
      expect((await psql(uri, '-c', 'select name from whose')).stdout).toBe('test\n')
  })

  it.runIf(hasPsql)('prints what is wrong and what to do', async () => {
    const { stderr } = await psql(`postgresql://postgres@127.0.0.1:${door.port}/postgres`, '-c', '')
    expect(stderr).toContain('FATAL:  the connection does not specify a project')
    expect(stderr).toContain('HINT:  Use the user name postgres.<ref>')
  })
})

/** Resolves when the cluster reports, on another connection, that the client's statement is running. */
async function running(project: TestProject, client: pg.Client, event?: string): Promise<void> {
  const pid: unknown = Reflect.get(client, 'processID')
  const watcher = await project.database.connect('supabase_admin', 'watcher')
  const seen = async () => {
    const { rowCount } = await watcher.query(
      "select 1 from pg_stat_activity where pid = $1 and state = 'active' and ($2::text is null or wait_event = $2)",
      [pid, event ?? null],
    )
    return rowCount === 1
  }
  while (!(await seen())) await watcher.query('select pg_sleep(0.005)')
  await watcher.end()
}

/** A socket that replaces the protocol 3.0 start-up message of pg by one of a later minor version. */
class ModernSocket extends Socket {
  #isFirst = true
  readonly #minor: number

  constructor(minor: number, onCancelKey: (key: CancelKey) => void) {
    super()
    this.#minor = minor
    this.on(
      'data',
      createStartupObserver({
        onAuthenticated() {},
        onWrongPassword() {},
        onCancelKey,
        onReady() {},
      }),
    )
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: () => void): void {
    if (this.#isFirst) chunk.writeUInt16BE(this.#minor, 6)
    this.#isFirst = false
    super._write(chunk, encoding, done)
  }
}

const streamOf = (client: pg.Client) => client.connection.stream

type CopyConnection = {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  stream: Socket
}

function copy(
  client: pg.Client,
  text: string,
  on: { input?: (connection: CopyConnection) => Promise<void>; output?: (chunk: Buffer) => void },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const query = {
      submit: (connection: CopyConnection) => connection.query(text),
      handleError: reject,
      handleCopyInResponse: (connection: CopyConnection) => void on.input?.(connection),
      handleCopyData: ({ chunk }: { chunk: Buffer }) => on.output?.(chunk),
      handleCommandComplete() {},
      handleReadyForQuery: () => resolve(),
    }
    client.query(query as unknown as Submittable)
  })
}

const copyIn = (client: pg.Client, text: string, chunks: Buffer[]) =>
  copy(client, text, {
    async input(connection) {
      for (const chunk of chunks) {
        connection.sendCopyFromChunk(chunk)
        if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
      }
      connection.endCopyFrom()
    },
  })

async function copyOut(client: pg.Client, text: string) {
  const hash = createHash('sha256')
  let size = 0
  await copy(client, text, {
    output(chunk) {
      hash.update(chunk)
      size += chunk.length
    },
  })
  return { size, hash: hash.digest('hex') }
}

describe('a project that no longer accepts connections', () => {
  it('loses its connections while those of other projects stay open', async () => {
    const theirs = await door.client(test)
    const others = await door.client(other)
    const ended = new Promise((resolve) => theirs.once('end', resolve))
    const reason = new Promise((resolve) => theirs.once('error', resolve))
    door.endSessionsOf(new Set([test.project.ref]))
    expect(await reason).toMatchObject({ code: '57P01' })
    await ended
    expect(await whose(others)).toBe('other')
  })

  it('loses its connections when it is paused, without an event', async () => {
    let isPaused = false
    const paused = await openTestDoor([test], {
      open: async () => ({
        socketDir: test.socketDir,
        port: 5432,
        isOver: () => isPaused,
        release() {},
      }),
    })
    const theirs = await paused.client(test)
    const reason = new Promise((resolve) => theirs.once('error', resolve))
    isPaused = true
    expect(await reason).toMatchObject({ code: '57P01' })
    await paused.released()
    await paused.close()
  })

  it('refuses new connections with the reason and a hint', async () => {
    const restricted = await openTestDoor([test], {
      open: () =>
        Promise.reject(
          new AppError('organization_restricted', 'The services are restricted.', {
            status: 402,
            hint: 'See the billing page.',
          }),
        ),
    })
    expect(await failure(restricted.client(test))).toMatchObject({
      code: '08004',
      message: `project "${test.project.ref}" does not accept connections`,
      detail: 'The services are restricted.',
      hint: 'See the billing page.',
    })
    await restricted.close()
  })
})
