import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readlink } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { createTestApp, type TestApp } from './test-app.ts'

const MEGABYTE = 1024 * 1024
const ROWS = 10
/** Each row's text, a megabyte. */
const textOf = (id: number) => `${id}`.padStart(4, '0').repeat(MEGABYTE / 4)

let test: TestProject
let api: TestApp
let url: string

beforeAll(async () => {
  test = await createTestProject({
    settings: { data_api: { exposed_schemas: ['public'] } },
  })
  await test.run(`
    create table page (id int primary key, body text);
    insert into page (id, body)
      select id, repeat(lpad(id::text, 4, '0'), ${MEGABYTE / 4}) from generate_series(1, ${ROWS}) as id;
    create domain "application/octet-stream" as bytea;
    create function bytes_of(page_id int) returns "application/octet-stream" language sql stable
      as $$ select convert_to(body, 'utf8') from page where id = page_id $$;
  `)
  // Its own limit of time is one that a busy machine could reach.
  await test.run('alter role service_role set statement_timeout = 0', 'supabase_admin')
  api = await createTestApp(test.project)
  url = await api.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await api.service.stop?.(test.project)
  await api.app.close()
  await test.stop()
})

function ask(path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const authorization = `Bearer ${api.token('service_role')}`
  const asked = get(`${url}/rest/v1/${path}`, { headers: { authorization, ...headers } })
  return new Promise((resolve, reject) => asked.once('response', resolve).once('error', reject))
}

const OPEN_FILES = '/proc/self/fd'

async function openTexts(): Promise<number> {
  const names = await readdir(OPEN_FILES)
  const files = await Promise.all(
    names.map((name) => readlink(`${OPEN_FILES}/${name}`).catch(() => '')),
  )
  return files.filter((file) => file.includes('/.long-')).length
}

// Collecting garbage and hashing take their time on a busy machine.
describe('an answer of ten megabytes', { timeout: 120_000 }, () => {
  it('arrives whole at the client’s pace', async () => {
    const expected = createHash('sha256')
    expected.update('[')
    for (let id = 1; id <= ROWS; id += 1)
      expected.update(`${id === 1 ? '' : ', \n '}{"id":${id},"body":"${textOf(id)}"}`)
    expected.update(']')
    const received = createHash('sha256')
    const response = await ask('page?select=id,body&order=id')
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-range': `0-${ROWS - 1}/*`,
      'content-type': 'application/json; charset=utf-8',
    })
    let bytes = 0
    for await (const chunk of response) {
      received.update(chunk as Buffer)
      bytes += (chunk as Buffer).length
      // A reader that pauses: whatever would pile up has its chance to.
      await new Promise(setImmediate)
    }
    expect(bytes).toBe(Number(response.headers['content-length']))
    expect(received.digest('hex')).toBe(expected.digest('hex'))
  })

  it('does not block other requests of the connection while it is not read', async () => {
    const unread = await Promise.all(Array.from({ length: 6 }, () => ask('page?select=id,body')))
    for (let round = 0; round < 20; round += 1) {
      const response = await ask('page?select=id&id=eq.1')
      expect(response.statusCode).toBe(200)
      response.resume()
    }
    expect(test.database.load().active).toBe(0)
    for (const response of unread) response.destroy()
  })

  // Where the system tells which files a process holds.
  it.runIf(existsSync(OPEN_FILES))('leaves no file behind when the client goes away', async () => {
    await expect.poll(openTexts).toBe(0)
    const response = await ask('page?select=id,body')
    expect(await openTexts()).toBe(1)
    response.destroy()
    await expect.poll(openTexts).toBe(0)
  })

  it('contains complete bytes if it is binary', async () => {
    const response = await ask('rpc/bytes_of?page_id=7', {
      accept: 'application/octet-stream',
    })
    expect(response.headers['content-length']).toBe(`${MEGABYTE}`)
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk as Buffer)
    expect(Buffer.concat(chunks).toString() === textOf(7)).toBe(true)
  })

  it('is replaced by the usual error if the request does not allow it', async () => {
    const response = await ask('page?select=id,body&limit=5', {
      accept: 'application/vnd.pgrst.object+json',
    })
    expect(response.statusCode).toBe(406)
    response.resume()
  })
})
