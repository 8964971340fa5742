import type { Isolation } from '@stoa/contract/platform/installation'
import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { sayNotTested } from '../../server/test/not-tested.ts'
import { askPlatform } from '../support/platform-api.ts'
import { listenPrivately, type PrivateListeners } from '../support/private-listeners.ts'

const world = inject('attackWorld')
const [{ projects }, other] = world.organizations
const [project] = projects
const isolation = await askPlatform<Isolation>(world, 'GET', '/installation/isolation')
for (const { message, hint } of isolation.gaps) sayNotTested(message, hint)

const CONNECT_AS = fileURLToPath(new URL('../../server/test/connect-as.ts', import.meta.url))
const execute = promisify(execFile)

let listeners: PrivateListeners
beforeAll(async () => {
  listeners = await listenPrivately({ addsNetwork: isolation.networks })
})
afterAll(() => listeners.close())

const deploy = (slug: string, files: Readonly<Record<string, string>>, ref = project.ref) =>
  askPlatform(world, 'POST', `/functions/${ref}/functions/${slug}/versions`, {
    files: Object.entries(files).map(([name, content]) => ({ path: name, content })),
    verify_jwt: false,
  })
const call = (slug: string) => fetch(`${project.apiUrl}/functions/v1/${slug}`)

/** Ways to reach this machine, as code in which `host`, `port` and `url` are set. */
const WAYS = {
  fetch: `fetch('http://' + url, { signal })`,
  connect: `Deno.connect({ hostname: host, port })`,
  connectTls: `Deno.connectTls({ hostname: host, port })`,
  net: `event((await import('node:net')).connect(port, host), 'connect')`,
  http: `event((await import('node:http')).get('http://' + url), 'response')`,
  https: `event((await import('node:https')).get('https://' + url), 'response')`,
  tls: `event((await import('node:tls')).connect(port, host), 'secureConnect')`,
  webSocket: `event(new WebSocket('ws://' + url), 'open')`,
  eventSource: `event(new EventSource('http://' + url), 'open')`,
  module: `import('http://' + url + '/module.js')`,
  httpProxy: `through('http://' + url)`,
  httpsProxy: `through('https://' + url)`,
  resolver: `Deno.resolveDns('example.com', 'A', { nameServer: { ipAddr: host, port } })`,
}
/** Deno does not check the names of these proxies, so only the kernel blocks this way. */
const KERNEL_WAYS = {
  socks4: `through('socks4://' + url)`,
  socks5: `through('socks5://' + url)`,
  socks5ByName: `through('socks5h://' + url)`,
}
const DATAGRAM = `const family = host.includes(':') ? 'udp6' : 'udp4'
  const socket = (await import('node:dgram')).createSocket(family)
  return new Promise((resolve, reject) =>
    socket.on('error', reject).send('x', port, host, (error) => error ? reject(error) : resolve()))`

const FORMS_OF_V4 = [
  '127.0.0.1',
  '127.1',
  '127.213.7.7',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '0',
  '0.0.0.0',
]
const FORMS_OF_V6 = [
  '::1',
  '0:0:0:0:0:0:0:1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::127.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
]
const NAMES = ['localhost', 'LOCALHOST.', 'ip6-localhost', os.hostname()]

/** Tries every way to every host in one function and returns the names of those that succeeded. */
async function attack(
  slug: string,
  ways: Readonly<Record<string, string>>,
  hosts: readonly string[],
): Promise<unknown> {
  const entries = Object.entries(ways).map(
    ([name, code]) =>
      `[${JSON.stringify(name)}, async (host, url, signal) => { ${code.includes('return ') ? code : `return ${code}`} }]`,
  )
  await deploy(slug, {
    'index.ts': `// deno-lint-ignore-file
      const port = ${listeners.port}
      const event = (target: any, name: string) => new Promise((resolve, reject) => {
        if (target.on) target.on(name, resolve).on('error', reject)
        else { target.addEventListener(name, resolve); target.addEventListener('error', reject) }
      })
      const through = (url: string) => fetch('http://example.com/', {
        client: Deno.createHttpClient({ proxy: { url } }), signal: AbortSignal.timeout(2000) } as any)
      const ways: [string, (...given: any[]) => Promise<unknown>][] = [${entries.join(',\n')}]
      const hosts = ${JSON.stringify(hosts)}
      addEventListener('unhandledrejection', (event) => event.preventDefault())
      Deno.serve(async () => {
        const late = () => new Promise((_, reject) => setTimeout(() => reject('late'), 2500))
        const tries = hosts.flatMap((host) => ways.map(async ([name, way]) => {
          const url = (host.includes(':') ? '[' + host + ']' : host) + ':' + port
          const signal = AbortSignal.timeout(2000)
          try { await Promise.race([way(host, url, signal), late()]); return name + ' ' + host }
          catch { return undefined }
        }))
        const reached = await Promise.all(tries)
        return Response.json({ tried: reached.length, reached: reached.filter(Boolean) })
      })`,
  })
  const response = await call(slug)
  return response.json()
}

const hosts = () => [...FORMS_OF_V4, ...FORMS_OF_V6, ...NAMES, ...listeners.addresses]

describe('a function reaches no private address', () => {
  it('by any way, in any form', async () => {
    const ways = { ...WAYS, ...(isolation.networks && KERNEL_WAYS) }
    const found = await attack('fence-tcp', ways, hosts())
    expect(found).toEqual({ tried: hosts().length * Object.keys(ways).length, reached: [] })
    expect(listeners.takeHits()).toEqual([])
  })

  it('with datagrams', async () => {
    // A socket that Deno refuses ends the process.
    const found = await attack('fence-udp', { dgram: DATAGRAM }, hosts())
    expect(JSON.stringify(found)).toMatch(/"code":"WORKER_ERROR"|"reached":\[\]/)
    expect(listeners.takeHits()).toEqual([])
  })

  it('from a worker, where nothing is replaced', async () => {
    const code = `const names = ['127.0.0.1', '::1', 'localhost']
      const tries = names.map((hostname) => Deno.connect({ hostname, port: ${listeners.port} }).then(() => hostname, () => ''))
      postMessage(await Promise.all(tries))`
    await deploy('fence-worker', {
      'index.ts': `Deno.serve(async () => {
        const worker = new Worker('data:text/javascript,' + encodeURIComponent(${JSON.stringify(code)}), { type: 'module' })
        return Response.json(await new Promise((resolve) => worker.onmessage = ({ data }) => resolve(data)))
      })`,
    })
    expect(await (await call('fence-worker')).json()).toEqual(['', '', ''])
    expect(listeners.takeHits()).toEqual([])
  })
})

/** The account of a running process. */
async function accountOf(pid: string): Promise<string> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return /^Uid:\s+(\d+)/m.exec(status)?.[1] ?? ''
}

describe.runIf(isolation.networks)('an account whose process was taken over', () => {
  /** The destinations that a program outside Deno's permission checks reaches as this account. */
  async function reachedAs(account: string): Promise<unknown> {
    const targets = ['127.0.0.1', '::1', ...listeners.addresses].map(
      (address) => `${address}:${listeners.port}`,
    )
    const args = ['--disable-warning=ExperimentalWarning', CONNECT_AS, account, ...targets]
    return JSON.parse((await execute(process.execPath, args)).stdout)
  }

  it('of a function reaches no private address', async () => {
    await deploy('fence-pid', { 'index.ts': 'Deno.serve(() => new Response(String(Deno.pid)))' })
    const account = await accountOf(await (await call('fence-pid')).text())
    expect(Number(account)).toBeGreaterThanOrEqual(0x6000_0000)
    expect(await reachedAs(account)).toEqual([])
    expect(listeners.takeHits()).toEqual([])
  })

  it('of a database reaches no address', async () => {
    const file = path.join(world.dataDir, 'clusters', 'projects', project.ref, 'postmaster.pid')
    const [pid = ''] = (await readFile(file, 'utf8')).split('\n')
    const account = await accountOf(pid)
    expect(Number(account)).toBeGreaterThanOrEqual(0x7000_0000)
    expect(await reachedAs(account)).toEqual([])
    expect(listeners.takeHits()).toEqual([])
  })
})

describe.runIf(isolation.abstract_sockets)('an abstract Unix socket of the machine', () => {
  it('gets no connection of a function', async () => {
    const name = `'${listeners.abstractSocket}'`
    const code = `const name = ${name}
      postMessage(await Deno.connect({ transport: 'unix', path: name }).then(() => 'reached', () => 'refused'))`
    await deploy('fence-abstract', {
      'index.ts': `import net from 'node:net'
        import http from 'node:http'
        const name = ${name}
        const event = (target: any, name: string) => new Promise((resolve, reject) =>
          target.on(name, resolve).on('error', reject))
        const ways = [
          () => Deno.connect({ transport: 'unix', path: name }),
          () => fetch('http://example.com/', {
            client: Deno.createHttpClient({ proxy: { transport: 'unix', path: name } }) } as any),
          () => event(net.connect(name), 'connect'),
          () => event(http.get({ socketPath: name }), 'response'),
        ]
        Deno.serve(async () => {
          const worker = new Worker('data:text/javascript,' + encodeURIComponent(${JSON.stringify(code)}), { type: 'module' })
          const inWorker = new Promise((resolve) => worker.onmessage = ({ data }) => resolve(data))
          const tries = ways.map(async (way) => way())
          const found = await Promise.allSettled(tries)
          return Response.json([...found.map(({ status }) => status), await inWorker])
        })`,
    })
    const found = await (await call('fence-abstract')).json()
    expect(found).toEqual(['rejected', 'rejected', 'rejected', 'rejected', 'refused'])
    expect(listeners.takeHits()).toEqual([])
  })
})

describe('a deployment', () => {
  let folder: string
  let pipe: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-attack-'))
    pipe = path.join(folder, 'pipe.ts')
    await execute('chmod', ['755', folder])
    await execute('mkfifo', ['-m', '666', pipe])
    await writeFile(path.join(folder, 'secret.ts'), 'export default 1', { mode: 0o600 })
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('opens no file of the machine, and holds up no other tenant', async () => {
    // A writer of a named pipe waits until somebody opens it to read.
    let isOpened = false
    const writer = open(pipe, 'w').then((handle) => {
      isOpened = true
      return handle.close()
    })
    const places = [pipe, path.join(folder, 'secret.ts'), '/dev/zero', '/dev/stdin', '/dev/tty']
    const upwards = './..%2F..%2F..%2F..%2F..%2F..'
    const texts = [
      ...places.map((place) => `import ${JSON.stringify(place)}`),
      `import ${JSON.stringify(`file://localhost${pipe}`)}`,
      `import ${JSON.stringify(upwards + pipe.replaceAll('/', '%2F'))}`,
      `export * from ${JSON.stringify(`../../../../../../../..${pipe}`)}`,
      `import 'data:application/javascript,import%20"file://${pipe}"'`,
      `/// <reference types=${JSON.stringify(pipe)} />\nexport {}`,
      `// @deno-types=${JSON.stringify(pipe)}\nimport 'npm:zod'`,
      `import data from ${JSON.stringify(pipe)} with { type: 'json' }`,
    ]
    const maps = [
      { imports: { mapped: `file://${pipe}` } },
      { scopes: { './': { mapped: pipe, 'file:///': 'file:///' } } },
    ]
    const bundles = [
      ...texts.map((text) => ({ 'index.ts': text })),
      ...maps.map((map) => ({ 'index.ts': `import 'mapped'`, 'deno.json': JSON.stringify(map) })),
    ]
    const deployments = bundles.map((files, index) =>
      deploy(`open-${index}`, files).then(
        () => 'deployed',
        (error: unknown) => String(error),
      ),
    )
    await deploy(
      'beside',
      { 'index.ts': 'Deno.serve(() => new Response())' },
      other.projects[0].ref,
    )
    const results = await Promise.all(deployments)
    // None of them was stopped because it took too long or too much memory.
    expect(results.filter((result) => result.includes('bundle_not_checked'))).toEqual([])
    const wasOpened = isOpened
    await (await open(pipe, constants.O_RDONLY | constants.O_NONBLOCK)).close()
    await writer
    expect(wasOpened).toBe(false)
  })
})
