import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { boundMessages, LONGEST_MESSAGE } from './bounded-messages.ts'
import { rawSql } from '../sql.ts'

const KEPT = 64 * 1024

function message(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeUInt32BE(content.length + 4, 1)
  return Buffer.concat([head, content])
}

/** The content of an error or a notice. */
const report = (fields: Readonly<Record<string, string>>) =>
  Buffer.from(
    `${Object.entries(fields)
      .map(([code, text]) => `${code}${text}\0`)
      .join('')}\0`,
  )

/** The bytes that pg receives when messages arrive in chunks of `size` bytes. */
function pass(bytes: Buffer, size: number): { fed: Buffer; stream: PassThrough } {
  const stream = new PassThrough()
  const fed: Buffer[] = []
  stream.on('data', (chunk: Buffer) => fed.push(Buffer.from(chunk)))
  boundMessages(stream)
  for (let at = 0; at < bytes.length; at += size) stream.emit('data', bytes.subarray(at, at + size))
  return { fed: Buffer.concat(fed), stream }
}

const ready = message('Z', Buffer.from('I'))
const truncated = (bytes: number) => ` … (truncated, ${bytes} bytes in total)`

describe.each([11, 4093, 65_536, 1_000_000])('messages in chunks of %i bytes', (size) => {
  it('pass unchanged while they are short', () => {
    const short = Buffer.concat([ready, message('E', report({ C: 'P0001', M: 'no' })), ready])
    expect(pass(short, size).fed.equals(short)).toBe(true)
  })

  it.each(['E', 'N'])('of type %s lose the end of long fields only', (type) => {
    const fields = { S: 'ERROR', C: 'P0001', M: 'é'.repeat(40_000), D: 'd'.repeat(70_000), H: 'h' }
    const expected = {
      ...fields,
      M: 'é'.repeat(KEPT / 2) + truncated(80_000),
      D: 'd'.repeat(KEPT) + truncated(70_000),
    }
    const { fed } = pass(Buffer.concat([message(type, report(fields)), ready]), size)
    expect(fed.equals(Buffer.concat([message(type, report(expected)), ready]))).toBe(true)
  })

  it('keep no half of a character', () => {
    const text = (start: string) => message('E', report({ M: `${start}${'😀'.repeat(20_000)}` }))
    for (const start of ['', 'a', 'ab', 'abc']) {
      const { fed } = pass(text(start), size)
      expect(fed.toString()).not.toContain('\ufffd')
      expect(fed.length).toBeLessThan(KEPT + 100)
    }
  })

  it('of long rows arrive in one piece, and long settings not at all', () => {
    const row = message('D', Buffer.alloc(200_000, 'r'))
    const setting = message('S', Buffer.alloc(200_000, 's'))
    const { fed } = pass(Buffer.concat([ready, row, setting, ready]), size)
    expect(fed.equals(Buffer.concat([ready, row, ready]))).toBe(true)
  })
})

it('ends a connection whose message is too long, or cannot be read', async () => {
  const header = Buffer.from([0x44, 0, 0, 0, 0])
  header.writeUInt32BE(LONGEST_MESSAGE + 1, 1)
  const { stream } = pass(header, 5)
  expect(await once(stream, 'error')).toEqual([
    expect.objectContaining({ code: 'result_too_large', status: 400 }),
  ])
  const unreadable = new PassThrough()
  unreadable.on('data', () => {
    throw new Error('not a message')
  })
  boundMessages(unreadable)
  unreadable.write(ready)
  expect(await once(unreadable, 'error')).toEqual([new Error('not a message')])
})

describe('a connection', () => {
  let test: TestProject
  beforeAll(async () => {
    test = await createTestProject()
    await test.run(`
      create function fail_at_length(bytes int) returns void language plpgsql as $$
      begin
        raise exception '%', repeat('m', bytes)
          using detail = repeat('d', bytes), hint = repeat('h', bytes);
      end $$;
      create function warn_at_length(bytes int, times int) returns int language plpgsql as $$
      begin
        for turn in 1..times loop raise warning '%', repeat('w', bytes); end loop;
        return times;
      end $$;
    `)
  })
  afterAll(() => test.stop())

  const anon = { role: 'anon', settings: {}, isReadOnly: false }
  const ask = (text: string) => test.database.asCaller(anon, { text, values: [] })
  const pid = async () => (await ask('select pg_backend_pid()'))[0]?.rows[0]?.[0]
  const length = 2_000_000

  it('keeps working after errors and notices of any length', async () => {
    const before = await pid()
    await expect(ask(`select fail_at_length(${length})`)).rejects.toMatchObject({
      code: 'P0001',
      message: 'm'.repeat(KEPT) + truncated(length),
      detail: 'd'.repeat(KEPT) + truncated(length),
      hint: 'h'.repeat(KEPT) + truncated(length),
    })
    const [answer] = await ask(`select warn_at_length(${length}, 3)`)
    expect(answer?.rows).toEqual([['3']])
    expect(await pid()).toBe(before)
  })

  it('opens in spite of a long setting that Postgres reports', async () => {
    const path = `set search_path = "${'schema", "'.repeat(20_000)}public"`
    await test.run(`alter role postgres ${path}`)
    const session = test.database.as('postgres')
    await expect(session.run(rawSql(path))).resolves.toBe(0)
    await test.run('alter role postgres reset search_path')
  })
})
