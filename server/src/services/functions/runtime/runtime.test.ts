import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createFunctionsApp,
  eventually,
  type FunctionsApp,
} from '../../../../test/functions/app.ts'

let app: FunctionsApp

beforeAll(async () => {
  app = await createFunctionsApp({
    cpuMs: 300,
    idleMs: 300,
  })
})
afterAll(() => app.close())

const WORKER_LIMIT = { code: 'WORKER_LIMIT' }
const BOOT_ERROR = {
  code: 'BOOT_ERROR',
  message: 'Function failed to start (please check logs)',
}

async function failure(path: string): Promise<readonly [number, unknown]> {
  const response = await app.call(path)
  return [response.status, await response.json()]
}

it.each([
  ['throws', `throw new Error('not today')`, /not today/],
  ['syntax', `Deno.serve((`, /index\.ts:1/],
  ['exits', `Deno.exit(3)`, /status 3/],
  ['import', `import './absent.ts'`, /absent\.ts/],
  ['silent', `console.log('I do nothing')`, /does not call Deno\.serve/],
])('responds BOOT_ERROR for a function that fails to start: %s', async (slug, files, logged) => {
  await app.deploy(slug, files)
  const [status, body] = await failure(slug)
  expect([status, body]).toEqual([503, expect.objectContaining(BOOT_ERROR)])
  const messages = (await app.logs(slug)).map(({ message }) => message).join('\n')
  expect(messages).toMatch(logged)
})

it('ends a function that exits during a request, and starts it again for the next one', async () => {
  await app.deploy(
    'exit',
    `Deno.serve((r) => { if (r.url.endsWith('/now')) Deno.exit(7); return new Response('fine') })`,
  )
  expect(await failure('exit/now')).toEqual([
    500,
    expect.objectContaining({ code: 'WORKER_ERROR' }),
  ])
  expect(await (await app.call('exit')).text()).toBe('fine')
})

it('cuts off a response whose process ends, and logs it as failed', async () => {
  await app.deploy(
    'cut',
    `Deno.serve((request) => request.url.endsWith('/exit') ? Deno.exit(3) : new Response(
       new ReadableStream({ start: (out) => out.enqueue(new Uint8Array(5)) })))`,
  )
  const response = await app.call('cut/stream')
  const reading = response.arrayBuffer()
  await Promise.all([
    expect(reading).rejects.toThrow('terminated'),
    failure('cut/exit').then(([status]) => expect(status).toBe(500)),
  ])
  await eventually(async () => {
    const requests = (await app.logs('cut')).flatMap(({ request }) => request ?? [])
    expect(requests).toContainEqual(expect.objectContaining({ path: '/cut/stream', status: 500 }))
  })
})

it('ends an endless loop, which takes all processor time', async () => {
  await app.deploy('loop', `Deno.serve((r) => { for (;;); })`)
  expect(await failure('loop')).toEqual([546, expect.objectContaining(WORKER_LIMIT)])
  const messages = (await app.logs('loop')).map(({ message }) => message)
  expect(messages).toContainEqual(expect.stringContaining('seconds of processor time'))
})

it('logs the processor time and the memory of its process with each invocation', async () => {
  await app.deploy(
    'busy',
    `const kept = []
     Deno.serve(() => {
       kept.push(new Uint8Array(40_000_000).fill(1))
       const until = Date.now() + 60
       while (Date.now() < until);
       return new Response('done')
     })`,
  )
  await (await app.call('busy')).text()
  await (await app.call('busy')).text()
  await eventually(async () => {
    const used = (await app.logs('busy')).flatMap(({ kind, usage }) =>
      usage ? [[kind, usage]] : [],
    )
    expect(used).toEqual([
      ['boot', { cpuMs: expect.any(Number), memoryBytes: expect.any(Number) }],
      ['invocation', { cpuMs: expect.any(Number), memoryBytes: expect.any(Number) }],
      ['invocation', { cpuMs: expect.any(Number), memoryBytes: expect.any(Number) }],
    ])
  })
  const [boot, first, second] = (await app.logs('busy')).flatMap(({ usage }) => usage ?? [])
  expect(first?.cpuMs).toBeGreaterThan(0)
  expect(first?.memoryBytes).toBeGreaterThan((boot?.memoryBytes ?? 0) + 10_000_000)
  expect(second?.memoryBytes).toBeGreaterThan((first?.memoryBytes ?? 0) + 10_000_000)
})

it('lets requests finish on the old version while new ones get the new version', async () => {
  const code = (name: string) =>
    `addEventListener('beforeunload', (event) => console.log('bye', event.detail.reason))
     Deno.serve(() => new Response(new ReadableStream({ async start(out) {
       out.enqueue(new TextEncoder().encode('${name} begins, '))
       await new Promise((resolve) => setTimeout(resolve, 400))
       out.enqueue(new TextEncoder().encode('${name} ends'))
       out.close()
     } })))`
  await app.deploy('versions', code('old'))
  const old = await app.call('versions')
  await app.deploy('versions', code('new'))
  const next = await app.call('versions')
  expect(await old.text()).toBe('old begins, old ends')
  expect(await next.text()).toBe('new begins, new ends')
  await eventually(async () =>
    expect(await app.logs('versions')).toContainEqual(
      expect.objectContaining({ version: 1, message: 'bye early_drop' }),
    ),
  )
})

it('keeps the project awake for background tasks and ends idle processes', async () => {
  await app.deploy(
    'later',
    `Deno.serve((request) => {
       if (request.url.endsWith('/plain')) return new Response('plain')
       if (request.url.endsWith('/finish')) { finish(); return new Response('finished') }
       EdgeRuntime.waitUntil(new Promise((resolve) => (finish = resolve)).then(() => console.log('done later')))
       return new Response('accepted')
     })
     let finish`,
  )
  expect(await (await app.call('later')).text()).toBe('accepted')
  await eventually(() => expect(app.held()).toBe(1))
  await (await app.call('later/finish')).text()
  await eventually(async () =>
    expect(await app.logs('later')).toContainEqual(
      expect.objectContaining({ message: 'done later' }),
    ),
  )
  await eventually(() => expect(app.held()).toBe(0))
  const first = (await app.call('later/plain')).headers.get('x-deno-execution-id')
  await eventually(
    async () => {
      const next = (await app.call('later/plain')).headers.get('x-deno-execution-id')
      expect(next).not.toBe(first)
    },
    { interval: 600 },
  )
})

it('logs uncaught errors with their positions in the source, and without the runtime’s lines', async () => {
  await app.deploy('stack', {
    files: {
      'index.ts': `import { fail } from './lib/fail.ts'
        interface Removed { readonly compiled: 'away' }

        Deno.serve(async (request: Request): Promise<Response> => {
          await fail(request.url as string)
          return new Response()
        })`,
      'lib/fail.ts': `type Removed = string

        export async function fail(why: Removed): Promise<never> {
          throw new Error('on purpose')
        }`,
    },
  })
  await app.call('stack')
  await eventually(async () => {
    const found = (await app.logs('stack')).find(({ kind }) => kind === 'uncaught')
    expect(found?.message.split('\n')).toEqual([
      'Error: on purpose',
      expect.stringMatching(/^ {4}at .*\(?lib\/fail\.ts:4:17\)?$/),
      expect.stringMatching(/^ {4}at .*\(?index\.ts:5:17\)?$/),
    ])
  })
})

it('logs what a function writes, with its level, and each invocation', async () => {
  await app.deploy(
    'talk',
    `Deno.serve(() => {
       console.log('a', { b: 1 }); console.warn('careful'); console.error(new Error('oh'))
       Promise.reject(new Error('floating'))
       Deno.stdout.writeSync(new TextEncoder().encode('raw\\n'))
       return new Response(null, { status: 204 })
     })`,
  )
  await app.call('talk/x?secret=1')
  await eventually(async () => {
    const lines = await app.logs('talk')
    const said = lines.map(({ kind, level, message }) => [kind, level, message.split('\n')[0]])
    expect(said).toContainEqual(['console', 'info', 'a { b: 1 }'])
    expect(said).toContainEqual(['console', 'warn', 'careful'])
    expect(said).toContainEqual(['console', 'error', 'Error: oh'])
    expect(said).toContainEqual(['uncaught', 'error', 'Error: floating'])
    expect(said).toContainEqual(['console', 'info', 'raw'])
    expect(lines.find(({ kind }) => kind === 'invocation')?.request).toMatchObject({
      method: 'GET',
      path: '/talk/x',
      status: 204,
    })
  })
})

it.each([
  ['node:fs', `import { appendFileSync as append, readFileSync as read } from 'node:fs'`],
  [
    'node:fs as a whole',
    `import * as fs from 'node:fs'\nconst { appendFileSync: append, readFileSync: read } = fs`,
  ],
  ['node:fs/promises', `import { appendFile as append, readFile as read } from 'node:fs/promises'`],
  [
    'a name of its import map',
    `import { appendFileSync as append, readFileSync as read } from 'files'`,
  ],
  [
    'a dynamic import',
    `const { appendFileSync: append, readFileSync: read } = await import('node:' + 'fs')`,
  ],
])('has a folder /tmp of its own for what is imported by name from %s', async (name, imports) => {
  const slug = `by-${name.replace(/\W+/g, '-')}`
  await app.deploy(slug, {
    importMap: 'deno.json',
    files: {
      'deno.json': '{ "imports": { "files": "node:fs" } }',
      'index.ts': `${imports}
        Deno.serve(async () => {
          await append('/tmp/a', 'text')
          const refused = await Promise.resolve().then(() => read('/etc/passwd', 'utf8')).catch(({ message }) => message)
          return Response.json([await read('/tmp/a', 'utf8'), Deno.readTextFileSync('/tmp/a'), refused])
        })`,
    },
  })
  expect(await (await app.call(slug)).json()).toEqual([
    'text',
    'text',
    expect.stringContaining('Requires read access'),
  ])
})

it('has a folder /tmp of its own, for the files of Deno and those of Node', async () => {
  await app.deploy(
    'temporary',
    `import fs from 'node:fs'
     Deno.serve(async () => {
       await Deno.mkdir('/tmp/a')
       await Deno.writeTextFile(new URL('file:///tmp/a/b.txt'), 'text of ')
       Deno.renameSync('/tmp/a/b.txt', '/tmp/c.txt')
       fs.appendFileSync('/tmp/c.txt', 'both')
       const made = Deno.makeTempFileSync({ dir: '/tmp', prefix: 'made-' })
       const names = fs.readdirSync('/tmp').filter((name) => !name.startsWith('made-')).sort()
       return Response.json([names, await Deno.readTextFile('/tmp/c.txt'), Deno.statSync(made).size])
     })`,
  )
  expect(await (await app.call('temporary')).json()).toEqual([['a', 'c.txt'], 'text of both', 0])
})

it('waits for an idle process if the project has reached its maximum', async () => {
  const small = await createFunctionsApp({ maxPerProject: 1 })
  const slugs = ['first', 'second', 'third']
  for (const slug of slugs) await small.deploy(slug, `Deno.serve(() => new Response('${slug}'))`)
  const texts = slugs.map(async (slug) => (await small.call(slug)).text())
  expect(await Promise.all(texts)).toEqual(slugs)
  await small.close()
})
