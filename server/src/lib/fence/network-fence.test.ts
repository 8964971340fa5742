import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import net, { type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sayNotTested } from '../../../test/not-tested.ts'
import { silentLog, type Log } from '../log.ts'
import { openNetworkFence, type NetworkFence, type NetworkFenceOptions } from './network-fence.ts'
import { nftables, NftablesMissing } from './nftables.ts'
import { removalText } from './ruleset.ts'

const CONNECT = fileURLToPath(new URL('../../../test/connect-as.ts', import.meta.url))
const IDS = { first: 0x6000_0000, last: 0x6fef_ffff }
const CLOSED = { first: 0x7000_0000, last: 0x7fff_fffe }

/** An installation id that no other installation on this machine has. */
const newName = () => randomBytes(6).toString('hex')

const isRoot = process.getuid?.() === 0
const canLoad =
  isRoot &&
  (await nftables.tables().then(
    () => true,
    () => false,
  ))
if (!canLoad) sayNotTested('Firewall rules.', 'That needs root, nft, and the capability NET_ADMIN.')

const fences: NetworkFence[] = []
let folder: string
let resolvConf: string
const logged: string[] = []
const log: Log = { ...silentLog, warn: (_, message) => logged.push(message) }

const open = async (options: Partial<NetworkFenceOptions> = {}): Promise<NetworkFence> => {
  const fence = await openNetworkFence({
    name: newName(),
    ids: IDS,
    closed: CLOSED,
    allowsPrivate: false,
    servers: [],
    log,
    system: { resolvConf },
    ...options,
  })
  fences.push(fence)
  return fence
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-network-'))
  resolvConf = path.join(folder, 'resolv.conf')
  await writeFile(resolvConf, 'nameserver 1.1.1.1')
})
afterEach(async () => {
  await Promise.all(fences.splice(0).map((fence) => fence.close()))
})
afterAll(() => rm(folder, { recursive: true }))

describe('without the means', () => {
  it.runIf(isRoot).each([
    ['program', new NftablesMissing('nft is not installed')],
    ['rights', new Error('Operation not permitted')],
  ])('says that the %s is missing, and gives accounts all the same', async (obstacle, error) => {
    const refuse = () => Promise.reject(error)
    const fence = await open({ system: { nftables: { tables: refuse, apply: refuse } } })
    expect(fence.obstacle).toBe(obstacle)
    expect(fence.ids.last - fence.ids.first).toBe(2 ** 20 - 1)
  })

  it.runIf(isRoot)('does not trust rules that the kernel does not apply', async () => {
    const applied: string[] = []
    const apply = async (commands: string) => void applied.push(commands)
    const fence = await open({ system: { nftables: { tables: async () => [], apply } } })
    expect(fence.obstacle).toBe('rights')
    // Removes everything the test loaded.
    expect(applied.at(-1)).toMatch(/^add table inet (\S+)\ndelete table inet \1\n$/)
  })

  it.skipIf(isRoot)('says why the account cannot enforce rules', async () => {
    expect((await open()).obstacle).toBe('account')
  })
})

describe.runIf(canLoad)('the rules of an installation', () => {
  const servers: net.Server[] = []
  let v4: string
  let v6: string
  let other: string

  async function listen(host: string): Promise<string> {
    const server = net.createServer((socket) => socket.destroy())
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, host, resolve))
    return `${host}:${(server.address() as AddressInfo).port}`
  }
  beforeAll(async () => {
    v4 = await listen('127.0.0.1')
    v6 = await listen('::1')
    other = await listen('127.0.0.1')
  })
  afterAll(() => servers.forEach((server) => void server.close()))

  /** The listeners that a process of the account can reach. */
  async function reached(id: number, ...targets: readonly string[]): Promise<unknown> {
    const args = ['--disable-warning=ExperimentalWarning', CONNECT, `${id}`, ...targets]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    return JSON.parse(stdout)
  }
  const tablesOf = async (name: string) =>
    (await nftables.tables()).filter((table) => table.startsWith(`stoa_${name}_`))

  it('keep its accounts and the closed ones from this machine, and nobody else', async () => {
    const { ids, obstacle } = await open()
    expect(obstacle).toBeUndefined()
    const [mine, last, closed, stranger] = await Promise.all([
      reached(ids.first, v4, v6),
      reached(ids.last, v4, v6),
      reached(CLOSED.last, v4, v6),
      reached(65_534, v4, v6),
    ])
    expect({ mine, last, closed, stranger }).toEqual({
      mine: [],
      last: [],
      closed: [],
      stranger: [v4, v6],
    })
  })

  it('leave the servers of the operator open, at their ports only', async () => {
    const { ids } = await open({ servers: [`http://${v4}/npm/`] })
    expect(await reached(ids.first, v4, v6, other)).toEqual([v4])
  })

  it('are those of one installation: another one can allow private addresses', async () => {
    const [strict, open_] = [await open(), await open({ allowsPrivate: true })]
    const [one, two] = await Promise.all([
      reached(strict.ids.first, v4),
      reached(open_.ids.first, v4),
    ])
    expect([one, two]).toEqual([[], [v4]])
  })

  it('are restored when somebody removes them, which is logged', async () => {
    const name = newName()
    const fence = await open({ name })
    const [table = ''] = await tablesOf(name)
    await nftables.apply(removalText(table))
    await fence.check()
    expect(await tablesOf(name)).toEqual([table])
    expect(logged).toEqual(['The firewall rules for functions were missing and are restored.'])
    expect(await reached(fence.ids.first, v4)).toEqual([])
  })

  it('follow the name servers of the machine', async () => {
    const applied: string[] = []
    const apply = async (commands: string) => {
      applied.push(commands)
      await nftables.apply(commands)
    }
    const fence = await open({ system: { resolvConf, nftables: { ...nftables, apply } } })
    await fence.check()
    expect(applied).toHaveLength(1)
    await writeFile(resolvConf, 'nameserver 10.9.8.7')
    await fence.check()
    expect(applied.at(-1)).toContain('ip daddr 10.9.8.7 udp dport 53 accept')
  })

  it('are replaced after a kill, for the same accounts, and removed at the end', async () => {
    const name = newName()
    // No process has this number.
    await nftables.apply(`table inet stoa_${name}_9_4194305_1 {\n}\n`)
    const { ids, close } = await open({ name })
    expect(ids.first).toBe(0x6090_0000)
    expect(await tablesOf(name)).toEqual([expect.stringContaining(`_9_${process.pid}_`)])
    await close()
    expect(await tablesOf(name)).toEqual([])
  })
})
