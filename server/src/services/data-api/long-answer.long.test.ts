import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mostHeld } from '../../../test/memory.ts'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { createTestApp, type TestApp } from './test-app.ts'

const MEGABYTE = 1024 * 1024
const ROWS = 100

let test: TestProject
let api: TestApp
let url: string

beforeAll(async () => {
  test = await createTestProject()
  await test.run(`
    create table page (id int primary key, body text);
    insert into page select id, repeat('x', ${MEGABYTE}) from generate_series(1, ${ROWS}) as id`)
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

function ask(path: string): Promise<IncomingMessage> {
  const authorization = `Bearer ${api.token('service_role')}`
  const asked = get(`${url}/rest/v1/${path}`, { headers: { authorization } })
  return new Promise((resolve, reject) => asked.once('response', resolve).once('error', reject))
}

it('an answer of a hundred megabytes is never held in memory, however slow its reader', async () => {
  const most = await mostHeld(async () => {
    const response = await ask('page?select=id,body&order=id')
    expect(response.statusCode).toBe(200)
    let bytes = 0
    for await (const chunk of response) {
      bytes += (chunk as Buffer).length
      // A reader that pauses: whatever would pile up has its chance to.
      await new Promise(setImmediate)
    }
    expect(bytes).toBe(Number(response.headers['content-length']))
    expect(bytes).toBeGreaterThan(ROWS * MEGABYTE)
  })
  expect(most).toBeLessThan(16 * MEGABYTE)
})

it('six answers of a hundred megabytes that nobody reads keep no connection busy', async () => {
  const unread = await Promise.all(Array.from({ length: 6 }, () => ask('page?select=id,body')))
  for (let round = 0; round < 200; round += 1) {
    const response = await ask('page?select=id&id=eq.1')
    expect(response.statusCode).toBe(200)
    response.resume()
  }
  expect(test.database.load().active).toBe(0)
  for (const response of unread) response.destroy()
})
