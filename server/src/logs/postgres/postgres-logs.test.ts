import {
  appendFile,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readEvents } from '../../../test/log-events.ts'
import { silentLog, type Log } from '../../lib/log.ts'
import type { LogStore } from '../port.ts'
import { createLogStore } from '../store.ts'
import { createPostgresLogs, type PostgresLogs } from './postgres-logs.ts'

const REF = 'abcdefghijklmnopqrst'
/** A Saturday. */
const NOW = Date.UTC(2026, 0, 31, 12)
const clock = { now: () => new Date(NOW) }

let root: string
let dataDir: string
let store: LogStore
let logs: PostgresLogs
let warnings: string[]
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'stoa-postgres-logs-'))
  dataDir = path.join(root, 'cluster')
  await mkdir(path.join(dataDir, 'log'), { recursive: true })
  warnings = []
  begin()
})
afterEach(async () => {
  await store.stop()
  await rm(root, { recursive: true, force: true })
})

function begin(): void {
  const log: Log = { ...silentLog, warn: (_fields, message) => warnings.push(message) }
  store = createLogStore({ folder: path.join(root, 'logs'), clock, log })
  logs = createPostgresLogs({ logs: store, folder: path.join(root, 'positions'), clock, log })
}

const file = (day: string) => path.join(dataDir, 'log', `postgres-${day}.json`)
const line = (message: string, more: Record<string, unknown> = {}) =>
  `${JSON.stringify({ timestamp: '2026-01-31 11:59:00.250 UTC', pid: 7, error_severity: 'LOG', message, ...more })}\n`
const write = (text: string, day = 'Sat') => appendFile(file(day), text)
/** Follows the log until everything is read, as a project does that wakes and sleeps again. */
const run = () => logs.follow(REF, dataDir).stop()
const events = () => readEvents(store, REF, 'postgres_logs')
const messages = async () => (await events()).map(({ event_message }) => event_message)

describe('the log of Postgres', () => {
  it('becomes events with the columns of the source', async () => {
    await write(
      line('division by zero', {
        user: 'anon',
        dbname: 'postgres',
        session_id: '5f.1',
        line_num: 3,
        error_severity: 'ERROR',
        state_code: '22012',
        statement: 'select 1/0',
        remote_host: '[local]',
        application_name: 'stoa-data-api 0a1b2c3d-0000-4000-8000-123456789abc',
        backend_type: 'client backend',
        query_id: -1234567890123456,
      }),
    )
    await run()
    expect(await events()).toEqual([
      {
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        timestamp: Date.UTC(2026, 0, 31, 11, 59, 0, 250) * 1000,
        event_message: 'division by zero',
        severity: 'error',
        request_id: '0a1b2c3d-0000-4000-8000-123456789abc',
        host: REF,
        identifier: REF,
        parsed_application_name: 'stoa-data-api',
        parsed_backend_type: 'client backend',
        parsed_connection_from: '[local]',
        parsed_database_name: 'postgres',
        parsed_error_severity: 'ERROR',
        parsed_process_id: 7,
        parsed_query: 'select 1/0',
        parsed_query_id: '-1234567890123456',
        parsed_session_id: '5f.1',
        parsed_session_line_num: 3,
        parsed_sql_state_code: '22012',
        parsed_timestamp: '2026-01-31 11:59:00.250 UTC',
        parsed_user_name: 'anon',
      },
    ])
  })

  it('is read once, over sleep, restart and incomplete lines', async () => {
    const whole = line('second')
    await write(line('first') + whole.slice(0, 20))
    await run()
    expect(await messages()).toEqual(['first'])
    await store.stop()
    begin()
    await write(whole.slice(20) + line('third'))
    await run()
    await run()
    expect(await messages()).toEqual(['first', 'second', 'third'])
  })

  it('is read from the beginning when its file begins again after a week', async () => {
    await write(line('last week') + line('and more'))
    await run()
    await truncate(file('Sat'))
    await write(line('today') + line('longer than the file was before'.repeat(50)))
    await run()
    expect((await messages()).slice(0, 3)).toEqual(['last week', 'and more', 'today'])
    expect(await messages()).toHaveLength(4)
  })

  it('is read from every file that has something new, the oldest first', async () => {
    await write(line('Friday'), 'Fri')
    await write(line('Saturday'), 'Sat')
    await run()
    expect(await messages()).toEqual(['Friday', 'Saturday'])
  })

  it('is not stored twice if the server was killed before it noted how far it had read', async () => {
    await write(line('one') + line('two'))
    await run()
    const saved = path.join(root, 'positions', `${REF}.json`)
    const positions = JSON.parse(await readFile(saved, 'utf8'))
    await write(line('three'))
    await run()
    // As it is on the disk after a kill between the two.
    await writeFile(saved, JSON.stringify({ ...positions, isClean: false }))
    await write(line('four'))
    await store.stop()
    begin()
    await run()
    expect(await messages()).toEqual(['one', 'two', 'three', 'four'])
  })

  it('of one cluster is read apart from those of others', async () => {
    const other = path.join(root, 'other')
    await mkdir(path.join(other, 'log'), { recursive: true })
    await appendFile(path.join(other, 'log', 'postgres-Sat.json'), line('theirs, and longer'))
    await write(line('ours'))
    for (let round = 0; round < 2; round += 1) {
      await logs.follow('other', other).stop()
      await run()
    }
    expect(await messages()).toEqual(['ours'])
    expect(await readEvents(store, 'other', 'postgres_logs')).toHaveLength(1)
  })

  it('keeps the order of lines within a millisecond', async () => {
    await write(Array.from({ length: 20 }, (_, count) => line(`${count}`)).join(''))
    await run()
    const stored = await events()
    expect(stored.map(({ timestamp }) => timestamp % 1000)).toEqual([...stored.keys()])
  })

  it('has no passwords and no values of parameters', async () => {
    await write(
      line(`syntax error at "password 'hunter2'"`, {
        statement: "alter role x with encrypted password 'hun''ter2' valid until 'infinity'",
      }),
    )
    await run()
    const [event] = await events()
    expect(JSON.stringify(event)).not.toContain('ter2')
    expect(event?.['parsed_query']).toContain("password '***' valid until 'infinity'")
  })
})

describe('a hostile log', () => {
  it('with lines that are too long, no JSON or no text is cut and kept', async () => {
    const long = line('x'.repeat(1_500_000))
    await write(line('before') + long + 'not json\n[]\n' + line('\u001b[2Jred'))
    await appendFile(file('Sat'), Buffer.from([0x7b, 0xff, 0xfe, 0x0a]))
    await write(line('after'))
    await run()
    const stored = await messages()
    expect(stored.map((message) => message.slice(0, 20))).toEqual([
      'before',
      expect.stringContaining('{"timestamp":"2026'),
      'not json',
      '',
      String.raw`\x1b[2Jred`,
      '{\ufffd\ufffd',
      'after',
    ])
    expect(stored[1]?.length).toBeLessThan(70_000)
  })

  it('that is a link is not followed', async () => {
    const secret = path.join(root, 'secret')
    await writeFile(secret, line('secret'))
    await symlink(secret, file('Sat'))
    await run()
    expect(await messages()).toEqual([])
    expect(warnings).toEqual(['Could not read a Postgres log.'])
    await rm(path.join(dataDir, 'log'), { recursive: true })
    await mkdir(path.join(root, 'elsewhere'))
    await writeFile(path.join(root, 'elsewhere', 'postgres-Sat.json'), line('secret'))
    await symlink(path.join(root, 'elsewhere'), path.join(dataDir, 'log'))
    await run()
    expect(await messages()).toEqual([])
  })
})
