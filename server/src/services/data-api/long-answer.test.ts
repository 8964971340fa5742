import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readlink } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  askBesideUnread,
  MEGABYTE,
  readSlowly,
  startPages,
  textOf,
  type Pages,
} from '../../../test/data-api/long-answer.ts'

const ROWS = 10

let pages: Pages

beforeAll(async () => {
  pages = await startPages(ROWS)
  await pages.test.run(`
    create domain "application/octet-stream" as bytea;
    create function bytes_of(page_id int) returns "application/octet-stream" language sql stable
      as $$ select convert_to(body, 'utf8') from page where id = page_id $$;
  `)
})
afterAll(() => pages.stop())

const OPEN_FILES = '/proc/self/fd'

async function openTexts(): Promise<number> {
  const names = await readdir(OPEN_FILES)
  const files = await Promise.all(
    names.map((name) => readlink(`${OPEN_FILES}/${name}`).catch(() => '')),
  )
  return files.filter((file) => file.includes('/.long-')).length
}

// Garbage collection and hashing can take long on a busy machine.
describe('a response of 10 MB', { timeout: 120_000 }, () => {
  it('arrives completely at the client’s pace', async () => {
    const expected = createHash('sha256')
    expected.update('[')
    for (let id = 1; id <= ROWS; id += 1)
      expected.update(`${id === 1 ? '' : ', \n '}{"id":${id},"body":"${textOf(id)}"}`)
    expected.update(']')
    const received = createHash('sha256')
    const response = await pages.ask('page?select=id,body&order=id')
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-range': `0-${ROWS - 1}/*`,
      'content-type': 'application/json; charset=utf-8',
    })
    let bytes = 0
    for await (const chunk of readSlowly(response)) {
      received.update(chunk)
      bytes += chunk.length
    }
    expect(bytes).toBe(Number(response.headers['content-length']))
    expect(received.digest('hex')).toBe(expected.digest('hex'))
  })

  it('does not block other requests of the connection while it is not read', async () => {
    const beside = await askBesideUnread(pages, { times: 20 })
    expect(beside).toEqual({ statuses: [200], busy: 0 })
  })

  // Only on systems that list the open files of a process.
  it.runIf(existsSync(OPEN_FILES))('leaves no file when the client disconnects', async () => {
    await expect.poll(openTexts).toBe(0)
    const response = await pages.ask('page?select=id,body')
    expect(await openTexts()).toBe(1)
    response.destroy()
    await expect.poll(openTexts).toBe(0)
  })

  it('contains complete bytes if it is binary', async () => {
    const response = await pages.ask('rpc/bytes_of?page_id=7', {
      accept: 'application/octet-stream',
    })
    expect(response.headers['content-length']).toBe(`${MEGABYTE}`)
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk as Buffer)
    expect(Buffer.concat(chunks).toString() === textOf(7)).toBe(true)
  })

  it('is replaced by the usual error if the request does not allow it', async () => {
    const response = await pages.ask('page?select=id,body&limit=5', {
      accept: 'application/vnd.pgrst.object+json',
    })
    expect(response.statusCode).toBe(406)
    response.resume()
  })
})
