import { existsSync, readdirSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { generateRef } from '../../../project/keys/api-keys.ts'
import type { Project } from '../../../project/project.ts'
import {
  createFunctionsApp,
  eventually,
  type FunctionsApp,
} from '../../../../test/functions/app.ts'
import { bytesOf } from './process-usage.ts'

const PROJECT_BYTES = 24 * 1024 * 1024

let app: FunctionsApp
beforeAll(async () => {
  app = await createFunctionsApp({
    maxOverall: 3,
    maxPerProject: 3,
    reserved: 1,
    projectBytes: PROJECT_BYTES,
  })
})
afterAll(() => app.close())

const HANGING = `Deno.serve(() => new Promise(() => {}))`

/** Another project, whose organization is another one too. */
const another = (): Project => ({ ...app.project, ref: generateRef() })

it('ends the process of an organization with more than its share for one without any', async () => {
  await app.deploy('one', HANGING)
  await app.deploy('two', HANGING)
  const hanging = ['one', 'two'].map((slug) => app.call(slug))
  const version = await app.deploy('other', `Deno.serve(() => new Response('other'))`)
  const [second, third] = [another(), another()]
  await eventually(async () =>
    expect((await app.logs('two')).map(({ kind }) => kind)).toContain('boot'),
  )
  await eventually(async () =>
    expect((await app.logs('one')).map(({ kind }) => kind)).toContain('boot'),
  )
  // The reserved process is for the first organization that needs one.
  const busy = await app.runtime.workerOf(second, version)
  const flight = busy.begin(() => {})
  await app.runtime.workerOf(third, version)
  const displaced = await Promise.race(hanging)
  expect([displaced.status, await displaced.json()]).toMatchObject([
    503,
    { code: 'TOO_MANY_FUNCTIONS' },
  ])
  flight.done()
  await Promise.all([app.project, second, third].map(({ ref }) => app.runtime.stop(ref)))
  await Promise.allSettled(hanging)
})

it.each([
  [
    'the Cache API',
    `const cache = await caches.open('c'); await cache.put(new Request('http://a/' + n), new Response(block))`,
  ],
  ['temporary files', `await Deno.writeFile('/tmp/' + n, block)`],
])('counts %s against the limit of the project while the function runs', async (_, write) => {
  await app.deploy(
    'writer',
    `const block = crypto.getRandomValues(new Uint8Array(65536));
     Deno.serve(async () => { for (let n = 0; ; n++) { ${write} } })`,
  )
  const response = await app.call('writer')
  expect([response.status, await response.json()]).toMatchObject([546, { code: 'WORKER_LIMIT' }])
  const messages = (await app.logs('writer')).map(({ message }) => message)
  expect(messages).toContainEqual(expect.stringContaining('files are too large together'))
  // Each project keeps a few megabytes of Deno's own.
  await eventually(async () => expect(await bytesOfFunctions()).toBeLessThan(PROJECT_BYTES))
})

/** The bytes of all folders in which this process runs functions. */
async function bytesOfFunctions(): Promise<number> {
  const parents = [os.tmpdir(), '/tmp'].filter((folder) => existsSync(folder))
  const own = parents.flatMap((parent) =>
    readdirSync(parent)
      .filter((name) => name.startsWith(`stoa-fn-${process.pid}-`))
      .map((name) => path.join(parent, name)),
  )
  const projects = own.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /^p\d/.test(name))
      .map((name) => path.join(folder, name)),
  )
  const sizes = await Promise.all(projects.map((folder) => bytesOf(folder, 1e12)))
  return sizes.reduce((sum, bytes) => sum + bytes, 0)
}
