import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { parseArgs, promisify } from 'node:util'
import { fileURLToPath } from 'node:url'
import { measureAuth } from './auth.ts'
import { measureBranches } from './branches.ts'
import { measureBundles } from './bundles.ts'
import { measureEditors } from './editors.ts'
import { measureFunctions } from './functions.ts'
import { measureHostileNeighbour } from './hostile-neighbour.ts'
import { measureIntegrations } from './integrations.ts'
import { measureLifecycle } from './lifecycle.ts'
import { measureLogs } from './logs.ts'
import { measureObjects } from './objects.ts'
import { measureRealtime } from './realtime.ts'
import { measureRequestCost } from './request-cost.ts'
import { measureRest } from './rest.ts'
import { measureRouteChanges } from './route-changes.ts'
import { measureScheduledJobs } from './scheduled-jobs.ts'
import { measureStorage } from './storage.ts'
import type { Finding } from './finding.ts'

/**
 * Measures the product's performance against its budgets and writes `results.json`. Compare only
 * numbers of the same run, because machines differ and are shared.
 *
 * `npm run bench -- rest` measures only the named sections; `--long` sends a million requests where
 * a short run sends some thousands, messages on 1,000 channels for a minute, and searches among a
 * million users.
 */
const { values: options, positionals } = parseArgs({
  options: { long: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const sections: Readonly<Record<string, () => Promise<readonly Finding[]>>> = {
  bundles: measureBundles,
  routes: measureRouteChanges,
  editors: measureEditors,
  lifecycle: measureLifecycle,
  branches: measureBranches,
  logs: measureLogs,
  rest: () => measureRest({ isLong: options.long }),
  'request-cost': measureRequestCost,
  auth: () => measureAuth({ isLong: options.long }),
  neighbour: measureHostileNeighbour,
  realtime: () => measureRealtime({ isLong: options.long }),
  integrations: measureIntegrations,
  objects: measureObjects,
  cron: () => measureScheduledJobs({ isLong: options.long }),
  functions: measureFunctions,
  storage: () => measureStorage({ isLong: options.long }),
}
const unknown = positionals.filter((name) => !(name in sections))
if (unknown.length > 0)
  throw new Error(`No section ${unknown.join(', ')}: there are ${Object.keys(sections).join(', ')}`)
const findings: Finding[] = []
for (const [name, measure] of Object.entries(sections))
  if (positionals.length === 0 || positionals.includes(name)) findings.push(...(await measure()))

const width = Math.max(...findings.map(({ what }) => what.length))
for (const { what, value, unit, budget, isMet } of findings) {
  const measured = `${round(value)} ${unit}`.padStart(14)
  const wanted = budget === undefined ? '' : `budget ${budget} ${unit}`.padEnd(22)
  console.log(
    `${what.padEnd(width)} ${measured}   ${wanted} ${budget === undefined ? '' : verdict(isMet)}`,
  )
}
const { stdout } = await promisify(execFile)('git', ['rev-parse', '--short', 'HEAD'])
const file = fileURLToPath(new URL('results.json', import.meta.url))
const report = { commit: stdout.trim(), node: process.version, measured_at: new Date(), findings }
await writeFile(file, `${JSON.stringify(report, null, 2)}\n`)
process.exit(0)

function verdict(isMet: boolean | undefined): string {
  return isMet ? 'met' : 'MISSED'
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3)
}
