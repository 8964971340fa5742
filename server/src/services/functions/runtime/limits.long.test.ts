import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  createFunctionsApp,
  eventually,
  type FunctionsApp,
} from '../../../../test/functions/app.ts'

let app: FunctionsApp

beforeAll(async () => {
  app = await createFunctionsApp({
    requestMs: 1500,
    heapMegabytes: 64,
    maxPerProject: 3,
    bootMs: 2000,
  })
})
afterAll(() => app.close())

const WORKER_LIMIT = { code: 'WORKER_LIMIT' }
async function failure(path: string): Promise<readonly [number, unknown]> {
  const response = await app.call(path)
  return [response.status, await response.json()]
}

it('responds BOOT_ERROR for a function that never finishes starting', async () => {
  await app.deploy('endless', `for (;;) {}`)
  expect(await failure('endless')).toEqual([503, expect.objectContaining({ code: 'BOOT_ERROR' })])
  const messages = (await app.logs('endless')).map(({ message }) => message)
  expect(messages).toContainEqual(expect.stringContaining('did not start within 2 seconds'))
})

it('ends a function whose memory grows without end', async () => {
  await app.deploy(
    'leak',
    `const kept = []; Deno.serve(() => { for (;;) kept.push(new Array(100_000).fill({})) })`,
  )
  expect(await failure('leak')).toEqual([546, expect.objectContaining(WORKER_LIMIT)])
})

it('ends a request that never gets a response, and lets the others of the process finish', async () => {
  await app.deploy(
    'never',
    `Deno.serve((r) => r.url.endsWith('/quick') ? new Response('quick') : new Promise(() => {}))`,
  )
  const never = failure('never')
  expect(await (await app.call('never/quick')).text()).toBe('quick')
  expect(await never).toEqual([546, expect.objectContaining(WORKER_LIMIT)])
  expect(await (await app.call('never/quick')).text()).toBe('quick')
})

it('ends background tasks that never finish, and lets the project sleep again', async () => {
  await app.deploy(
    'task',
    `Deno.serve(() => { EdgeRuntime.waitUntil(new Promise(() => {})); return new Response('accepted') })`,
  )
  expect(await (await app.call('task')).text()).toBe('accepted')
  await eventually(() => expect(app.held()).toBe(1))
  await eventually(() => expect(app.held()).toBe(0))
  const messages = (await app.logs('task')).map(({ message }) => message)
  expect(messages).toContainEqual(expect.stringContaining('Background tasks were ended'))
  expect(await (await app.call('task')).text()).toBe('accepted')
})

it('runs no more processes than the project’s maximum, and waits for an idle one', async () => {
  const busy = `Deno.serve(() => new Promise((s) => setTimeout(() => s(new Response('busy')), 1000)))`
  const slugs = ['one', 'two', 'three', 'four']
  for (const slug of slugs) await app.deploy(slug, busy)
  const responses = await Promise.all(slugs.map((slug) => app.call(slug)))
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
})

it('refuses a call if no process becomes idle', async () => {
  const small = await createFunctionsApp({ maxPerProject: 1 })
  await small.deploy(
    'endless',
    `Deno.serve(() => new Response(new ReadableStream({ start: (out) => out.enqueue(new Uint8Array(1)) })))`,
  )
  await small.deploy('other', `Deno.serve(() => new Response('other'))`)
  const endless = await small.call('endless')
  const refused = await small.call('other')
  expect([refused.status, await refused.json()]).toMatchObject([
    503,
    { code: 'TOO_MANY_FUNCTIONS' },
  ])
  await endless.body?.cancel()
  await eventually(async () => expect((await small.call('other')).status).toBe(200))
  await small.close()
})

it('drops the lines of a flood and reports their number', async () => {
  await app.deploy(
    'flood',
    `Deno.serve(() => { for (let i = 0; i < 1000; i++) console.log('line', i); return new Response('x'.repeat(9)) })`,
  )
  expect((await app.call('flood')).status).toBe(200)
  await vi.waitFor(
    async () => {
      const lines = await app.logs('flood')
      expect(lines.some(({ message }) => /^\d+ lines were dropped/.test(message))).toBe(true)
      expect(lines.length).toBeLessThan(400)
    },
    { timeout: 5000 },
  )
})
