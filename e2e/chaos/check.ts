import { createHash } from 'node:crypto'
import pg from 'pg'
import { askPlatform } from '../support/platform-api.ts'
import type { History, Operation } from './history.ts'
import type { Installation } from './installation.ts'
import { BUCKET, headersOf, QUEUE, type ChaosProject } from './projects.ts'
import type { Arrivals } from './receivers.ts'

/** The history of one kind of operation, and the actual state. */
export type Tally = {
  readonly kind: string
  readonly acknowledged: number
  readonly refused: number
  readonly unknown: number
  /** Operations of unknown outcome that turned out to have happened. */
  readonly applied: number
}

export type Finding = { readonly tallies: readonly Tally[]; readonly violations: readonly string[] }

/** Kinds that add something, with the statement that reads the keys of all existing items. */
const ADDED = {
  entries: 'select id from public.entries',
  hooked: 'select id from public.hooked',
  called: 'select id from public.called',
  person: 'select email as id from auth.users',
  upload: `select name as id from storage.objects where bucket_id = '${BUCKET}'`,
  message: `select msg_id::text as id from pgmq.q_${QUEUE}`,
} as const

/** Kinds that remove items of the previous kind. */
const REMOVED = { upload: 'delete', message: 'take' } as const

/** Compares what clients were told with the actual state. Nobody uses the project any more. */
export async function checkProject(
  installation: Installation,
  history: History,
  project: ChaosProject,
): Promise<Finding> {
  const client = new pg.Client({ connectionString: project.connection_string })
  await client.connect()
  const tallies: Tally[] = []
  const violations: string[] = []
  for (const [kind, statement] of Object.entries(ADDED)) {
    const { rows } = await client.query<{ id: string }>(statement)
    const present = new Set(rows.map(({ id }) => id))
    const removed = kind in REMOVED ? REMOVED[kind as keyof typeof REMOVED] : undefined
    const removals = removed === undefined ? [] : history.of(removed, project.name)
    const finding = compare(history.of(kind, project.name), removals, present)
    tallies.push(finding.tally)
    violations.push(...finding.violations.map((text) => `${project.name}: ${text}`))
  }
  await client.end()
  violations.push(...(await checkContents(history, project)))
  violations.push(...(await checkSetting(installation, history, project)))
  return { tallies, violations }
}

function compare(
  added: readonly Operation[],
  removed: readonly Operation[],
  present: ReadonlySet<string>,
): { readonly tally: Tally; readonly violations: readonly string[] } {
  const removals = new Map(removed.map(({ key, outcome }) => [key, outcome]))
  const violations: string[] = []
  let applied = 0
  for (const { kind, key, outcome } of added) {
    const isThere = present.has(key)
    const removal = removals.get(key)
    if (outcome === 'unknown' && isThere) applied += 1
    if (outcome === 'refused' && isThere) violations.push(`${kind} ${key} was refused and is there`)
    if (outcome !== 'acknowledged' || removal === 'unknown') continue
    if (removal === 'acknowledged' && isThere) violations.push(`${kind} ${key} came back`)
    if (removal !== 'acknowledged' && !isThere) violations.push(`${kind} ${key} is lost`)
  }
  const count = (outcome: string) => added.filter((one) => one.outcome === outcome).length
  const tally = {
    kind: added[0]?.kind ?? '',
    acknowledged: count('acknowledged'),
    refused: count('refused'),
    unknown: count('unknown'),
    applied,
  }
  return { tally, violations }
}

/** Compares files with their uploaded content. */
async function checkContents(history: History, project: ChaosProject): Promise<string[]> {
  const removed = new Set(history.of('delete', project.name).map(({ key }) => key))
  const violations: string[] = []
  for (const { key, outcome, detail } of history.of('upload', project.name)) {
    if (outcome !== 'acknowledged' || removed.has(key)) continue
    const url = `${project.api_url}/storage/v1/object/${BUCKET}/${key}`
    const response = await fetch(url, { headers: headersOf(project) })
    const digest = createHash('sha256')
      .update(Buffer.from(await response.arrayBuffer()))
      .digest('hex')
    if (digest !== detail) violations.push(`${project.name}: upload ${key} has other content`)
  }
  return violations
}

/** The setting has the last acknowledged value, or one that was sent after it. */
async function checkSetting(
  installation: Installation,
  history: History,
  { name, ref }: ChaosProject,
): Promise<string[]> {
  const sent = history.of('setting', name)
  const last = sent.findLastIndex(({ outcome }) => outcome === 'acknowledged')
  if (last < 0) return []
  const possible = sent.slice(last).filter(({ outcome }) => outcome !== 'refused')
  const settings = await askPlatform<Record<string, { max_rows?: number }>>(
    installation,
    'GET',
    `/projects/${ref}/config`,
  )
  const value = `${settings['data_api']?.max_rows}`
  if (possible.some(({ key }) => key === value)) return []
  return [`${name}: max_rows is ${value} instead of ${sent[last]?.key}`]
}

/** The ids of the existing rows. */
export async function idsOf(project: ChaosProject, table: string): Promise<ReadonlySet<string>> {
  const client = new pg.Client({ connectionString: project.connection_string })
  await client.connect()
  const { rows } = await client.query<{ id: string }>(`select id from public.${table}`)
  await client.end()
  return new Set(rows.map(({ id }) => id))
}

/** Every committed row arrived, and nothing else did. */
export function checkArrivals(
  what: string,
  committed: ReadonlySet<string>,
  arrivals: Arrivals,
): { readonly violations: readonly string[]; readonly duplicates: number } {
  const missing = [...committed].filter((id) => !arrivals.has(id))
  const phantoms = [...arrivals.keys()].filter((id) => !committed.has(id))
  return {
    violations: [
      ...(missing.length > 0
        ? [`${what}: ${missing.length} of ${committed.size} did not arrive, such as ${missing[0]}`]
        : []),
      ...phantoms.map((id) => `${what}: ${id} arrived and was not committed`),
    ],
    duplicates: [...arrivals.values()].reduce((sum, times) => sum + times - 1, 0),
  }
}
