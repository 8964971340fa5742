import { mkdtemp, readdir, readFile, rm, stat, writeFile, appendFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Log } from '../lib/log.ts'
import { silentLog } from '../lib/log.ts'
import type { LogEvent } from '../project/log-sink.ts'
import { readEvents } from '../../test/log-events.ts'
import { killWriters } from '../../test/killed-log-writer.ts'
import type { LogStore } from './port.ts'
import { createLogStore } from './store.ts'

const HOUR = 3_600_000
const REF = 'abcdefghijklmnopqrst'
const START = Date.UTC(2026, 0, 31, 22, 30)
const ALWAYS = { from: 0, to: Number.MAX_SAFE_INTEGER }

let folder: string
let now: number
let store: LogStore
let problems: unknown[]
const log: Log = { ...silentLog, error: (fields) => problems.push(fields) }
const open = () => createLogStore({ folder, clock: { now: () => new Date(now) }, log })
beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(os.tmpdir(), 'stoa-logs-')), 'logs')
  now = START
  problems = []
  store = open()
})
afterEach(async () => {
  await store.stop()
  await rm(path.dirname(folder), { recursive: true, force: true })
})

const event = (message: string, more: Partial<LogEvent> = {}): LogEvent => ({
  message,
  severity: 'info',
  columns: {},
  ...more,
})
const write = (message: string, more?: Partial<LogEvent>) =>
  store.write(REF, 'edge_logs', event(message, more))
const messages = async () =>
  (await readEvents(store, REF, 'edge_logs')).map(({ event_message }) => event_message)
const names = async () => (await store.files(REF, 'edge_logs', ALWAYS)).map(({ name }) => name)

describe('events', () => {
  it('are lines with the columns of their source', async () => {
    write('GET | 200', {
      timestamp: 1_769_898_600_123_456,
      requestId: 'r1',
      columns: { request_method: 'GET', response_status_code: 200, identifier: undefined },
    })
    expect(await readEvents(store, REF, 'edge_logs')).toEqual([
      {
        id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/),
        timestamp: 1_769_898_600_123_456,
        event_message: 'GET | 200',
        severity: 'info',
        request_id: 'r1',
        request_method: 'GET',
        response_status_code: 200,
      },
    ])
  })

  it('have ids in the order of writing', async () => {
    for (let count = 0; count < 100; count += 1) write(String(count))
    const ids = (await readEvents(store, REF, 'edge_logs')).map(({ id }) => id)
    expect(ids).toEqual([...ids].sort())
  })

  it('are cut when they are long, and contain no control characters and no half characters', async () => {
    write('a\0b\ud800c\x1b[2J', { columns: { request_path: 'x'.repeat(100_000) } })
    const [stored] = await readEvents(store, REF, 'edge_logs')
    expect(stored?.event_message).toBe('a\\x00b\ufffdc\\x1b[2J')
    expect(stored?.['request_path']).toBe(`${'x'.repeat(65_536)} [34464 more characters were cut]`)
  })

  it('are filed by the hour of their time, in closed folders', async () => {
    write('first', { timestamp: (START - HOUR) * 1000 })
    write('second')
    await store.flush(REF)
    expect(await names()).toEqual(['2026-01-31T21.0.ndjson', '2026-01-31T22.0.ndjson'])
    const [file] = await store.files(REF, 'edge_logs', { from: START, to: START + 1 })
    expect(file).toMatchObject({ name: '2026-01-31T22.0.ndjson', part: 0, format: 'ndjson' })
    expect((await stat(file?.path ?? '')).mode & 0o777).toBe(0o600)
    expect((await stat(path.join(folder, REF))).mode & 0o777).toBe(0o700)
  })

  it('with impossible times get the time of writing', async () => {
    for (const timestamp of [Number.NaN, 0, -1, 1e30, (START + 2 * HOUR) * 1000])
      write('?', { timestamp })
    const stored = await readEvents(store, REF, 'edge_logs')
    expect(stored.map(({ timestamp }) => timestamp)).toEqual(Array(5).fill(START * 1000))
  })

  it('are kept when the clock goes backwards', async () => {
    write('before')
    now -= 2 * HOUR
    write('after')
    expect(await messages()).toEqual(['after', 'before'])
  })

  it('of refs that are no refs are ignored', async () => {
    store.write('../escape', 'edge_logs', event('no'))
    await store.flush('../escape')
    expect(await readdir(path.dirname(folder))).toEqual([])
  })
})

describe('segments', () => {
  it('are closed after their hour, and later events begin the next one', async () => {
    write('early')
    await store.flush(REF)
    expect(await store.closedSegments()).toEqual([])
    now += HOUR
    const closed = await store.closedSegments()
    expect(closed).toMatchObject([
      { ref: REF, source: 'edge_logs', name: '2026-01-31T22.0.ndjson', part: 0 },
    ])
    write('late', { timestamp: START * 1000 })
    await store.flush(REF)
    expect(await names()).toEqual(['2026-01-31T22.0.ndjson', '2026-01-31T22.1.ndjson'])
    expect(await messages()).toEqual(['early', 'late'])
  })

  it('are replaced by their compacted file', async () => {
    write('early')
    await store.flush(REF)
    now += HOUR
    const [segment] = await store.closedSegments()
    if (!segment) throw new Error('No segment')
    const compacted = path.join(folder, REF, 'edge_logs', 'compacted.tmp')
    await writeFile(compacted, 'parquet')
    await store.replace(segment, compacted)
    expect(await names()).toEqual(['2026-01-31T22.0.parquet'])
    expect(await store.closedSegments()).toEqual([])
    write('late', { timestamp: START * 1000 })
    await store.flush(REF)
    expect(await names()).toEqual(['2026-01-31T22.0.parquet', '2026-01-31T22.1.ndjson'])
  })

  it('are hidden by their compacted file if the server died before it deleted them', async () => {
    write('early')
    await store.stop()
    const at = path.join(folder, REF, 'edge_logs')
    await writeFile(path.join(at, '2026-01-31T22.0.parquet'), 'parquet')
    store = open()
    expect(await names()).toEqual(['2026-01-31T22.0.parquet'])
    write('late')
    await store.flush(REF)
    expect(await readdir(at)).toEqual(['2026-01-31T22.0.parquet', '2026-01-31T22.1.ndjson'])
  })

  it('lose an incomplete last line before they are read or continued', async () => {
    write('whole')
    await store.stop()
    const [file] = await store.files(REF, 'edge_logs', ALWAYS)
    await appendFile(file?.path ?? '', '{"id":"torn","event_mess')
    store = open()
    expect(await messages()).toEqual(['whole'])
    write('next')
    expect(await messages()).toEqual(['whole', 'next'])
  })

  it('of a server before are closed too', async () => {
    write('early')
    await store.stop()
    now += 5 * HOUR
    store = open()
    expect(await store.closedSegments()).toHaveLength(1)
  })
})

describe('limits', () => {
  it('drop the events of a project that writes too much, and nobody else’s', async () => {
    const columns = { request_path: 'x'.repeat(60_000) }
    for (let count = 0; count < 100; count += 1) write(`flood ${count}`, { columns })
    store.write('other', 'edge_logs', event('quiet'))
    await store.flush(REF)
    const lost = store.dropped(REF, { from: START - HOUR, to: START + HOUR })
    expect(lost).toBeGreaterThan(50)
    expect(store.dropped(REF, { from: START + HOUR, to: START + 2 * HOUR })).toBe(0)
    expect(await messages()).toEqual([
      ...Array.from({ length: 100 - lost }, (_, count) => `flood ${count}`),
      `${lost} events were lost: there were too many, or they could not be written.`,
    ])
    expect(await readEvents(store, 'other', 'edge_logs')).toHaveLength(1)
    expect(await store.storage(REF)).toMatchObject({ dropped: lost, oldest: START - HOUR / 2 })
  })

  it('count what cannot be written, say it once, and continue', async () => {
    await writeFile(folder, 'in the way')
    write('lost')
    await store.flush(REF)
    write('lost too')
    await store.flush(REF)
    expect(problems).toHaveLength(1)
    await rm(folder)
    write('kept')
    expect(await messages()).toEqual([
      'kept',
      '2 events were lost: there were too many, or they could not be written.',
    ])
  })

  it('delete what is too old, then the oldest of what is too much', async () => {
    for (let hour = 0; hour < 48; hour += 1)
      write('x'.repeat(1000), { timestamp: (START - hour * HOUR) * 1000 })
    store.write(REF, 'auth_logs', event('old', { timestamp: (START - 47 * HOUR) * 1000 }))
    await store.flush(REF)
    await store.expire(REF, { days: 1, bytes: 1e9 })
    expect(await names()).toHaveLength(25)
    expect(await store.files(REF, 'auth_logs', ALWAYS)).toEqual([])
    await store.expire(REF, { days: 1, bytes: 5000 })
    expect(await names()).toHaveLength(4)
    write('next')
    expect(await messages()).toHaveLength(5)
  })

  it('remove everything of a deleted project', async () => {
    write('one')
    await store.flush(REF)
    write('two')
    await store.remove(REF)
    write('three')
    await store.flush(REF)
    expect(await readdir(folder)).toEqual([])
  })
})

it('keeps what it reported as stored, once and whole, when it is killed', async () => {
  const { reported, stored } = await killWriters(folder, 4)
  expect(reported.length).toBeGreaterThan(1000)
  expect(new Set(stored).size).toBe(stored.length)
  const all = new Set(stored)
  expect(reported.filter((number) => !all.has(number))).toEqual([])
})

it('keeps a segment readable for other programs line by line', async () => {
  write('{"a":1}\n"quoted"')
  await store.flush(REF)
  const [file] = await store.files(REF, 'edge_logs', ALWAYS)
  const text = await readFile(file?.path ?? '', 'utf8')
  expect(text.split('\n')).toHaveLength(2)
})
