import type { IdRange } from '../id-range.ts'
import type { Log } from '../log.ts'
import { openCanary, type Canary } from './canary.ts'
import { createExceptions } from './exceptions.ts'
import { nftables as systemNftables, NftablesMissing, type Nftables } from './nftables.ts'
import { removalText, rulesetText, type Endpoint } from './ruleset.ts'
import { planTable, type TablePlan } from './tables.ts'

/** The reason why the kernel cannot enforce rules here. */
export type FenceObstacle = 'system' | 'account' | 'program' | 'rights'

/**
 * Kernel rules that limit which networks an account can reach, whatever its processes run. See
 * `docs/decisions/0029-fences-of-the-kernel.md`.
 */
export type NetworkFence = {
  /** The given ids that this installation can use. */
  readonly ids: IdRange
  /** Why there are no rules; undefined if they were loaded. */
  readonly obstacle: FenceObstacle | undefined
  /** Whether the rules are in force, as of the last check. */
  isInForce(): boolean
  /** Restores missing rules and follows changes of the machine. Never rejects. */
  check(): Promise<void>
  /** Removes the rules. */
  close(): Promise<void>
}

export type NetworkFenceOptions = {
  /** Twelve hexadecimal digits that differ between installations on one machine. */
  readonly name: string
  /** Accounts that can only reach the internet. The installations of a machine share them. */
  readonly ids: IdRange
  /** Accounts that can reach no network. */
  readonly closed: IdRange
  readonly allowsPrivate: boolean
  /** URLs of servers that stay open at private addresses. */
  readonly servers: readonly string[]
  readonly log: Log
  readonly system?: Partial<NetworkFenceSystem>
}

/** The parts of the machine that tests replace. */
export type NetworkFenceSystem = {
  readonly nftables: Nftables
  readonly resolvConf: string
}

const SYSTEM: NetworkFenceSystem = { nftables: systemNftables, resolvConf: '/etc/resolv.conf' }
const CHECK_MS = 2000

export async function openNetworkFence(options: NetworkFenceOptions): Promise<NetworkFence> {
  const { name, ids, log } = options
  const system = { ...SYSTEM, ...options.system }
  const without = async (obstacle: FenceObstacle): Promise<NetworkFence> => ({
    ids: (await planTable(name, { tables: [], ids })).ids,
    obstacle,
    isInForce: () => false,
    check: async () => {},
    close: async () => {},
  })
  if (process.platform !== 'linux') return without('system')
  if (process.getuid?.() !== 0) return without('account')
  const canary = openCanary(name)
  try {
    const plan = await planTable(name, { tables: await system.nftables.tables(), ids })
    const exceptions = createExceptions(options.servers, system.resolvConf)
    return await keepRules({ ...options, system, plan, canary, exceptions })
  } catch (error) {
    canary.close()
    log.info({ err: error }, 'The firewall rules for functions cannot be loaded.')
    return without(error instanceof NftablesMissing ? 'program' : 'rights')
  }
}

type RulesOptions = NetworkFenceOptions & {
  readonly system: NetworkFenceSystem
  readonly plan: TablePlan
  readonly canary: Canary
  readonly exceptions: () => Promise<readonly Endpoint[]>
}

/** Loads the rules and loads them again when they are gone or have changed. Rejects if it cannot. */
async function keepRules({
  plan,
  canary,
  exceptions,
  log,
  ...options
}: RulesOptions): Promise<NetworkFence> {
  const { nftables } = options.system
  const { table, ids } = plan
  let loaded: string | undefined
  let isFailing = false

  const wantedRules = async () =>
    rulesetText({
      table,
      publicOnly: options.allowsPrivate ? undefined : { ids, exceptions: await exceptions() },
      closed: options.closed,
      canary,
    })

  async function load(rules: string, replaces: readonly string[] = []): Promise<void> {
    await nftables.apply(replaces.map(removalText).join('') + rules)
    if (!(await canary.isRefused())) throw new Error('The kernel does not apply the rules.')
    loaded = rules
  }

  async function look(): Promise<void> {
    try {
      const rules = await wantedRules()
      const isGone = !(await canary.isRefused())
      if (!isGone && rules === loaded) return
      await load(rules)
      if (isGone) log.warn({}, 'The firewall rules for functions were missing and are restored.')
      isFailing = false
    } catch (error) {
      if (!isFailing)
        log.error({ err: error }, 'The firewall rules for functions cannot be restored.')
      isFailing = true
    }
  }

  try {
    await load(await wantedRules(), plan.replaces)
  } catch (error) {
    await nftables.apply(removalText(table)).catch(() => {})
    throw error
  }
  let looking: Promise<void> | undefined
  const check = () => (looking ??= look().finally(() => (looking = undefined)))
  const timer = setInterval(() => void check(), CHECK_MS).unref()
  async function end(): Promise<void> {
    clearInterval(timer)
    await looking
    canary.close()
    await nftables.apply(removalText(table))
  }
  let ending: Promise<void> | undefined
  return {
    ids,
    obstacle: undefined,
    isInForce: () => !isFailing,
    check,
    close: () => (ending ??= end()),
  }
}
