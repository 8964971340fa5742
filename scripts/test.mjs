/**
 * `npm test`: runs all checks and tests, the quickest first. The tests of whole servers mostly wait,
 * so they run in parallel with the rest, and their output follows it. At the end, the script prints
 * the slowest steps and files, all failures, and one line of totals. It exits with 1 if anything
 * failed.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findChromium } from './lib/chromium.mjs'
import {
  ensureDashboard,
  ensureInstalled,
  findRuntime,
  requireNode,
  root,
  toolEnvironment,
} from './lib/environment.mjs'
import { ensureNftables } from './lib/nftables.mjs'
import { createMemoryFolder } from './lib/memory-folder.mjs'
import { readReport, slowestLines } from './lib/reports.mjs'

requireNode()
ensureInstalled()
const runtime = findRuntime()
const chromium = findChromium()
ensureNftables()
const reports = mkdtempSync(path.join(os.tmpdir(), 'stoa-reports-'))
const memoryFolder = createMemoryFolder()
// Without a handler, a signal ends the process before its folder is removed.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
const env = {
  ...toolEnvironment(runtime),
  ...(memoryFolder && { TMPDIR: memoryFolder }),
  STOA_CHROMIUM: chromium,
  FORCE_COLOR: '0',
  CI: 'true',
}
const report = (name) => path.join(reports, `${name}.json`)

const steps = [
  ['Format', ['oxfmt', '--check']],
  ['Lint', ['oxlint', '--type-aware', '--deny-warnings']],
  ['Types', ['node', 'node_modules/ts7/bin/tsc', '-b']],
  [
    'Import rules',
    ['depcruise', '--output-type', 'err', 'contract/src', 'server/src', 'dashboard/src'],
  ],
  ['Dead code', ['knip']],
  ['Advisories', ['node', 'scripts/audit.mjs']],
  ['Spec coverage', ['node', 'scripts/spec-coverage.mjs', '--check']],
  ['Unit tests', vitest('unit', 'vitest.config.ts'), report('unit')],
]
const stepsBeside = [
  [
    'Journeys',
    ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
    report('journeys'),
  ],
  ['Conformance', vitest('conformance', 'e2e/vitest.config.ts'), report('conformance')],
]

ensureDashboard(runtime)
const totals = { passed: 0, failed: 0, skipped: 0 }
const failures = []
const durations = { steps: [], files: [] }
const later = createLaterOutput()
const beside = takeAll(stepsBeside, later)
await takeAll(steps, process.stdout)
later.follow(process.stdout)
await beside
rmSync(reports, { recursive: true, force: true })
console.log(`\n${slowestLines(durations.steps, durations.files).join('\n')}`)
// The failures are repeated at the end, so that the last lines of a long log show them.
for (const { name, message } of failures) console.log(`\nFAILED ${name}\n${message}`)
console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
process.exit(failures.length === 0 ? 0 : 1)

function vitest(name, config) {
  return [
    'vitest',
    'run',
    '--config',
    config,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report(name)}`,
  ]
}

async function takeAll(some, output) {
  for (const step of some) await take(step, output)
}

async function take([name, [command, ...args], file], output) {
  const started = Date.now()
  output.write(`\n== ${name}\n`)
  const code = await run(command, args, { file, output })
  const milliseconds = Date.now() - started
  durations.steps.push({ name, milliseconds })
  const isGreen = code === 0
  output.write(`== ${name}: ${isGreen ? 'ok' : 'FAILED'} (${(milliseconds / 1000).toFixed(0)} s)\n`)
  const found = file
    ? readReport(file, name)
    : { passed: Number(isGreen), failed: Number(!isGreen), skipped: 0, failures: [], files: [] }
  for (const kind of Object.keys(totals)) totals[kind] += found[kind]
  failures.push(...found.failures)
  durations.files.push(...found.files)
  // A test runner can also fail without a failed test, such as for an unhandled rejection.
  if (!isGreen && found.failures.length === 0)
    failures.push({
      name,
      message: `It ended with exit code ${code}; its own lines above say why.`,
    })
}

function run(command, args, { file, output }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: file ? { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file } : env,
    })
    child.stdout.on('data', (chunk) => output.write(chunk))
    child.stderr.on('data', (chunk) => output.write(chunk))
    child.on('error', (error) => {
      output.write(`${error.message}\n`)
      resolve(1)
    })
    child.on('close', (code) => resolve(code ?? 1))
  })
}

/** Buffers output until `follow` provides a stream to write it to. */
function createLaterOutput() {
  const kept = []
  let target
  return {
    write(chunk) {
      if (target) target.write(chunk)
      else kept.push(chunk)
    },
    follow(stream) {
      target = stream
      for (const chunk of kept.splice(0)) stream.write(chunk)
    },
  }
}
