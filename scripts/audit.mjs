/**
 * Checks that no package of the product has a known vulnerability: by the registry's audit, or, where
 * the registry offers none, by the list in `advisories.json`. An advisory that does not apply to
 * Stoa is listed there as accepted, with the reason.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { findVulnerable, readAudit } from './lib/advisories.mjs'
import { root } from './lib/environment.mjs'

const AUDIT = ['audit', '--json', '--omit=dev', '--package-lock-only', '--fetch-retries=0']
/** After this time, a registry that does not respond counts as one without an audit. */
const TIMEOUT_MS = 20_000

const readJson = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))
const known = readJson('advisories.json')
const { stdout } = spawnSync('npm', AUDIT, {
  cwd: root,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'ignore'],
  timeout: TIMEOUT_MS,
})
const audited = readAudit(stdout, known)
const vulnerable = audited ?? findVulnerable(readJson('../package-lock.json'), known)
console.log(
  audited
    ? 'Compared with the advisories of the registry.'
    : `The registry offers no audit. Compared with the ${known.advisories.length} advisories of ${known.date}.`,
)
for (const line of vulnerable) console.error(line)
if (vulnerable.length > 0) {
  console.error('Update these packages, or accept the advisory in scripts/advisories.json.')
  process.exitCode = 1
}
