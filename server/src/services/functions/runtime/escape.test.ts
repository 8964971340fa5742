import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import http from 'node:http'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createFunctionsApp,
  eventually,
  type FunctionsApp,
} from '../../../../test/functions/app.ts'

const VICTIM = fileURLToPath(new URL('../../../../test/functions/victim.ts', import.meta.url))

/** Attempts of a hostile function. Each piece of code must fail, or return nothing of value. */
let app: FunctionsApp
let other: FunctionsApp
let outside: string
let open: http.Server
let database: Server
let unix: Server
let hits: string[]

const portOf = (server: Server | http.Server) => (server.address() as AddressInfo).port

beforeAll(async () => {
  app = await createFunctionsApp()
  other = await createFunctionsApp()
  outside = await mkdtemp(path.join(os.tmpdir(), 'stoa-outside-'))
  await writeFile(path.join(outside, 'secret.json'), '{"secret":1}')
  await writeFile(path.join(outside, 'secret.js'), 'export default 1')
  await mkdir(other.project.folder('functions'), { recursive: true })
  await writeFile(path.join(other.project.folder('functions'), 'secrets'), 'of another project')
  hits = []
  open = http.createServer((request, response) => {
    hits.push(request.url ?? '')
    response.setHeader('content-type', 'application/javascript')
    response.end('export default "reached"')
  })
  database = createServer((socket) => {
    hits.push('database')
    socket.end('reached')
  })
  unix = createServer((socket) => socket.end('reached'))
  await Promise.all([
    new Promise<void>((resolve) => open.listen(0, '127.0.0.1', resolve)),
    new Promise<void>((resolve) => database.listen(0, '127.0.0.1', resolve)),
    new Promise<void>((resolve) => unix.listen(path.join(outside, 'socket'), resolve)),
  ])
})
afterAll(async () => {
  for (const server of [open, database, unix]) server.close()
  await app.close()
  await other.close()
  await rm(outside, { recursive: true })
})

/** Runs each attempt in one function and returns what it got, or the name of the error. */
async function attempt(
  attempts: Readonly<Record<string, string>>,
): Promise<Record<string, unknown>> {
  const slug = `attempt-${Object.keys(attempts)[0]?.replace(/\W/g, '')}`
  const entries = Object.entries(attempts).map(
    ([name, code]) => `[${JSON.stringify(name)}, async () => { ${code} }]`,
  )
  await app.deploy(
    slug,
    `const attempts = [${entries.join(',\n')}]
     Deno.serve(async () => {
       const found = {}
       for (const [name, run] of attempts) {
         try { found[name] = ['reached', String(await run())] }
         catch (error) { found[name] = ['refused', error.name + ': ' + error.message + ' ' + (error.cause ?? '')] }
       }
       return Response.json(found)
     })`,
  )
  const response = await app.call(slug)
  return (await response.json()) as Record<string, unknown>
}

/** The same file by a path that does not lead to the temporary folder of the function. */
const past = (file: string) => `/..${file}`

/** The result of `attempt` when each of them was refused for the expected reason. */
const refused = (found: Record<string, unknown>, reason: RegExp) =>
  Object.fromEntries(
    Object.keys(found).map((name) => [name, ['refused', expect.stringMatching(reason)]]),
  )

it('reads and writes no files but its own', async () => {
  const secret = past(path.join(outside, 'secret.json'))
  const files = [
    '/etc/passwd',
    '/proc/self/environ',
    '/proc/1/environ',
    '/proc/self/maps',
    '/dev/fd/0',
    secret,
    past(path.join(other.project.folder('functions'), 'secrets')),
    past(path.join(app.project.folder('functions'), 'logs')),
  ]
  const found = await attempt({
    ...Object.fromEntries(
      files.map((file) => [file, `return Deno.readTextFile(${JSON.stringify(file)})`]),
    ),
    upwards: `return Deno.readTextFile('../../../../../etc/passwd')`,
    node: `return (await import('node:fs')).readFileSync('/etc/passwd', 'utf8')`,
    url: `return (await fetch('file:///etc/passwd')).text()`,
    json: `const place = ${JSON.stringify(secret)}; return JSON.stringify(await import(place, { with: { type: 'json' } }))`,
    module: `const place = ${JSON.stringify(path.join(outside, 'secret.js'))}; return JSON.stringify(await import(place))`,
    require: `return (await import('node:module')).createRequire(import.meta.url)(${JSON.stringify(secret)}).secret`,
    symlink: `const link = Deno.makeTempDirSync() + '/l'; Deno.symlinkSync('/etc/passwd', link); return Deno.readTextFileSync(link)`,
    hardlink: `const link = Deno.makeTempDirSync() + '/l'; Deno.linkSync(${JSON.stringify(secret)}, link); return Deno.readTextFileSync(link)`,
    sqlite: `return new (await import('node:sqlite')).DatabaseSync(${JSON.stringify(path.join(outside, 'a.db'))})`,
    attach: `new (await import('node:sqlite')).DatabaseSync(':memory:').exec("attach '${outside}/b.db' as b; create table b.t (a)")`,
    write: `return Deno.writeTextFile(${JSON.stringify(past(path.join(outside, 'made')))}, '')`,
    ownCode: `return Deno.writeTextFile(new URL(import.meta.url), '')`,
    worker: `const worker = new Worker('data:text/javascript,' + encodeURIComponent(
        'try { postMessage(Deno.readTextFileSync("/etc/passwd")) } catch (error) { postMessage(error.message) }'), { type: 'module' })
      throw new Error(await new Promise((resolve) => worker.onmessage = ({ data }) => resolve(data)))`,
  })
  expect(found).toEqual(refused(found, /Requires (?:read|write)|NotCapable|attached databases/))
})

it('cannot import files outside of its folder statically', async () => {
  await app.deploy(
    'static',
    `import secret from ${JSON.stringify(path.join(outside, 'secret.json'))} with { type: 'json' }
     Deno.serve(() => Response.json(secret))`,
  )
  expect((await app.call('static')).status).toBe(503)
})

it('runs no programs, loads no native code, and finds out nothing about the machine', async () => {
  const found = await attempt({
    command: `return new Deno.Command('/bin/sh', { args: ['-c', 'id'] }).outputSync()`,
    node: `const ran = (await import('node:child_process')).spawnSync('/bin/sh', ['-c', 'echo ran']); if (!ran.stdout) throw new Error('NotCapable'); return ran.stdout`,
    ffi: `return Deno.dlopen('/lib/x86_64-linux-gnu/libc.so.6', {})`,
    extension: `return new (await import('node:sqlite')).DatabaseSync(':memory:', { allowExtension: true }).loadExtension('/x.so')`,
    kill: `return Deno.kill(1, 'SIGTERM')`,
    release: `return Deno.osRelease()`,
    interfaces: `return (await import('node:os')).networkInterfaces()`,
    inspector: `(await import('node:inspector')).open(0, '127.0.0.1')`,
  })
  expect(found).toEqual(refused(found, /Requires (?:run|ffi|sys|net|read)|NotCapable/))
})

it('connects to no private address, by number, name or proxy', async () => {
  const [web, tcp] = [portOf(open), portOf(database)]
  const urls = [
    `http://127.0.0.1:${web}/`,
    `http://localhost:${web}/`,
    `http://2130706433:${web}/`,
    `http://127.1:${web}/`,
    `http://[::1]:${web}/`,
    `http://[::]:${web}/`,
    `http://[::ffff:127.0.0.1]:${web}/`,
    `http://0.0.0.0:${web}/`,
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/latest/meta-data/',
    'http://10.0.0.1/',
    'http://192.168.0.1/',
    'http://172.16.0.1/',
  ]
  const found = await attempt({
    ...Object.fromEntries(
      urls.map((url) => [url, `return (await fetch(${JSON.stringify(url)})).text()`]),
    ),
    tcp: `return Deno.connect({ hostname: '127.0.0.1', port: ${tcp} })`,
    tcpName: `return Deno.connect({ hostname: 'localhost', port: ${tcp} })`,
    net: `const net = await import('node:net'); return new Promise((resolve, reject) =>
      net.connect(${tcp}, 'localhost', () => resolve('connected')).on('error', reject))`,
    http: `const http = await import('node:http'); return new Promise((resolve, reject) =>
      http.get('http://localhost:${web}/', () => resolve('connected')).on('error', reject))`,
    webSocket: `const socket = new WebSocket('ws://localhost:${web}/'); return new Promise((resolve, reject) => {
      socket.onopen = resolve; socket.onerror = (event) => reject(new Error(event.message)) })`,
    proxy: `return (await fetch('http://example.com/', { client: Deno.createHttpClient({ proxy: { url: 'http://127.0.0.1:${web}' } }) })).text()`,
    proxyName: `return (await fetch('http://example.com/', { client: Deno.createHttpClient({ proxy: { url: 'http://localhost:${web}' } }) })).text()`,
    variable: `Deno.env.set('HTTP_PROXY', 'http://127.0.0.1:${web}')`,
    lowerVariable: `(await import('node:process')).env.http_proxy = 'http://127.0.0.1:${web}'`,
    module: `const place = 'http://localhost:${web}/module.js'; return (await import(place)).default`,
    dns: `return Deno.resolveDns('example.com', 'A', { nameServer: { ipAddr: '127.0.0.1', port: ${tcp} } })`,
    unix: `return Deno.connect({ transport: 'unix', path: ${JSON.stringify(path.join(outside, 'socket'))} })`,
    udp: `return Deno.listenDatagram({ transport: 'udp', hostname: '127.0.0.1', port: 0 })`,
    listen: `return Deno.connect({ hostname: '127.0.0.1', port: ${tcp}, transport: 'tcp' })`,
  })
  expect(found).toEqual(
    refused(found, /Requires (?:net|import|env|read)|NotCapable|is not a function/),
  )
  expect(hits).toEqual([])
})

it('cannot turn on unstable interfaces or other registries with its own configuration', async () => {
  await app.deploy('configured', {
    importMap: 'deno.jsonc',
    files: {
      'deno.jsonc': `{
        // Comments are allowed, and "imports" are used:
        "imports": { "greeting": "./words.ts", },
        "unstable": ["vsock", "kv", "net"],
        "permissions": { "default": { "read": true } },
      }`,
      '.npmrc': `registry=http://127.0.0.1:${portOf(open)}/`,
      'words.ts': `export default 'hello'`,
      'index.ts': `import greeting from 'greeting'
        Deno.serve(async () => Response.json([greeting, typeof Deno.openKv, typeof Deno.QuicEndpoint,
          await import('npm:' + 'left-pad-of-nobody@1.0.0').then(() => 'loaded', () => 'failed')]))`,
    },
  })
  const response = await app.call('configured')
  expect(await response.json()).toEqual(['hello', 'undefined', 'undefined', 'failed'])
  expect(hits).toEqual([])
})

it.runIf(process.getuid?.() === 0)(
  'runs as an account of its own where the server is root',
  async () => {
    await app.deploy('account', `Deno.serve(() => new Response(String(Deno.pid)))`)
    const pid = await (await app.call('account')).text()
    const { stdout } = await promisify(execFile)('ps', ['-o', 'uid=', '-p', pid])
    expect(Number(stdout)).toBeGreaterThanOrEqual(0x6000_0000)
  },
)

const LOOP = `Deno.serve((request) => {
  if (!request.url.endsWith('/loop')) return new Response(String(Deno.pid))
  console.log('looping')
  for (;;);
})`

it('leaves no process behind when a project stops', async () => {
  await app.deploy('left', LOOP)
  const pid = await (await app.call('left')).text()
  const looping = app.call('left/loop')
  await eventually(async () =>
    expect(await app.logs('left')).toContainEqual(expect.objectContaining({ message: 'looping' })),
  )
  await app.runtime.stop(app.project.ref)
  expect((await looping).status).toBe(500)
  expect(existsSync(`/proc/${pid}`)).toBe(false)
})

it('leaves no process behind when the server is killed', async () => {
  const server = spawn(process.execPath, [VICTIM], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(server.stdout, 'data')) as [Buffer]
  const pid = Number(line.toString())
  expect(existsSync(`/proc/${pid}`)).toBe(true)
  server.kill('SIGKILL')
  await eventually(() => expect(existsSync(`/proc/${pid}`)).toBe(false))
})

it('reaches the port of the database at its host, and no other port or address', async () => {
  const place = `const { hostname, port } = new URL(Deno.env.get('SUPABASE_DB_URL'))
    const echo = async (options) => {
      const connection = await Deno.connect(options)
      await connection.write(new TextEncoder().encode('hello'))
      const bytes = new Uint8Array(5)
      await connection.read(bytes)
      connection.close()
      return new TextDecoder().decode(bytes)
    }
    const node = async (...given) => {
      const { connect } = await import('node:net')
      return new Promise((resolve, reject) => {
        const socket = connect(...given)
        socket.on('connect', () => socket.write('hello'))
        socket.on('data', (bytes) => { socket.destroy(); resolve(String(bytes)) })
        socket.on('error', reject)
      })
    }`
  const reached = await attempt({
    deno: `${place}; return echo({ hostname, port: Number(port) })`,
    node: `${place}; return node(Number(port), hostname)`,
    'node with options': `${place}; return node({ host: hostname, port })`,
  })
  expect(reached).toEqual({
    deno: ['reached', 'hello'],
    node: ['reached', 'hello'],
    'node with options': ['reached', 'hello'],
  })
  const other = portOf(database)
  const found = await attempt({
    'other port': `${place}; return echo({ hostname, port: ${other} })`,
    'other port by node': `${place}; return node(${other}, hostname)`,
    'its address': `${place}; return echo({ hostname: '127.0.0.1', port: Number(port) })`,
    'over TLS': `${place}; return Deno.connectTls({ hostname, port: Number(port) })`,
  })
  expect(found).toEqual(refused(found, /NotCapable|EACCES|permission|net access/i))
})
