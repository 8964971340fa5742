import { existsSync } from 'node:fs'
import { readlink } from 'node:fs/promises'
import { blockOf, blocksOf, type IdRange } from '../id-range.ts'
import { accountsOfProcesses } from '../process-accounts.ts'

/** An installation's table and the block of ids that its rules cover. */
type InstallationTable = {
  readonly table: string
  readonly name: string
  readonly block: number
  readonly pid: number
  readonly pidNamespace: string
}

/** The table and id block for an installation's rules. */
export type TablePlan = {
  readonly table: string
  readonly ids: IdRange
  /**
   * The installation's own earlier tables, and tables whose installation ended without removing
   * them.
   */
  readonly replaces: readonly string[]
}

const NAME = /^stoa_([0-9a-f]{12})_(\d+)_(\d+)_(\d+)$/

/**
 * The table's name carries its details, because old versions of nft do not support comments on
 * tables.
 */
function parseTable(table: string): InstallationTable | undefined {
  const [, name, block, pid, pidNamespace] = NAME.exec(table) ?? []
  if (name === undefined || pidNamespace === undefined) return undefined
  return { table, name, block: Number(block), pid: Number(pid), pidNamespace }
}

/**
 * Chooses the block of ids and the table of an installation. Installations on one machine have
 * different blocks, because each one's rules apply besides those of the others. After a restart, an
 * installation keeps its block, so that processes that have not ended yet stay covered.
 *
 * @param name twelve hexadecimal digits that differ between installations
 */
export async function planTable(
  name: string,
  { tables, ids }: { readonly tables: readonly string[]; readonly ids: IdRange },
): Promise<TablePlan> {
  const known = tables.map(parseTable).filter((each) => each !== undefined)
  const own = known.filter((each) => each.name === name)
  const others = known.filter((each) => each.name !== name)
  const taken = new Set(others.map(({ block }) => block))
  const count = blocksOf(ids)
  const start = Number.parseInt(name.slice(0, 6), 16)
  const free = Array.from({ length: count }, (_, index) => (start + index) % count).find(
    (block) => !taken.has(block),
  )
  const block = own[0]?.block ?? free ?? start % count
  const pidNamespace = await namespaceOfPids()
  const abandoned = await abandonedOf(others, { pidNamespace, ids })
  return {
    table: `stoa_${name}_${block}_${process.pid}_${pidNamespace}`,
    ids: blockOf(ids, block),
    replaces: [...own, ...abandoned].map(({ table }) => table),
  }
}

/** The tables whose server has ended, and with it every process of its block. */
async function abandonedOf(
  tables: readonly InstallationTable[],
  { pidNamespace, ids }: { readonly pidNamespace: string; readonly ids: IdRange },
): Promise<readonly InstallationTable[]> {
  // Process numbers of another container mean nothing here.
  const ended = tables.filter(
    (each) => each.pidNamespace === pidNamespace && !existsSync(`/proc/${each.pid}`),
  )
  if (ended.length === 0) return []
  const accounts = await accountsOfProcesses()
  return ended.filter(({ block }) => {
    const { first, last } = blockOf(ids, block)
    return ![...accounts].some((id) => id >= first && id <= last)
  })
}

async function namespaceOfPids(): Promise<string> {
  const link = await readlink('/proc/self/ns/pid').catch(() => '')
  return /\d+/.exec(link)?.[0] ?? '0'
}
