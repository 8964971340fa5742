/**
 * `npm run check`: checks format, lint, types, import rules, and dead code and runs the unit tests,
 * up to the first failure. `npm run check -- <folder>` takes seconds: it checks only the folder's
 * files and runs its tests and those elsewhere that import changed files.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import {
  ensureInstalled,
  fail,
  findRuntime,
  requireNode,
  root,
  toolEnvironment,
} from './lib/environment.mjs'

const TEST = /\.test\.tsx?$/
const LONG_TEST = /\.long\.test\.ts$/
const SOURCES = /^(?:contract|server|dashboard)\/src(?:\/|$)/
const types = ['Types', ['node', 'node_modules/ts7/bin/tsc', '-b']]

requireNode()
ensureInstalled()
const env = toolEnvironment(findRuntime())
const folders = process.argv.slice(2).map((name) => {
  const place = path.resolve(process.env['INIT_CWD'] ?? root, name)
  if (!existsSync(place)) fail(`There is no ${name}.`)
  return path.relative(root, place).split(path.sep).join('/') || '.'
})
const results = []
for (const [name, [command, ...args]] of folders.length > 0 ? stepsOf(folders) : allSteps()) {
  const started = performance.now()
  console.log(`== ${name}`)
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  results.push({
    isGreen: status === 0,
    line: `${name}: ${status === 0 ? 'ok' : 'FAILED'} (${seconds} s)`,
  })
  // A full check stops at a failure because the remaining steps take minutes. The remaining steps
  // for a folder are quick, so they run too.
  if (status !== 0 && folders.length === 0) break
}
console.log(`\n${results.map(({ line }) => line).join('\n')}`)
process.exit(results.every(({ isGreen }) => isGreen) ? 0 : 1)

function allSteps() {
  return [
    ['Format', ['oxfmt', '--check']],
    ['Lint', ['oxlint', '--type-aware', '--deny-warnings']],
    types,
    ['Import rules', ['depcruise', 'contract/src', 'server/src', 'dashboard/src']],
    ['Dead code', ['knip']],
    ['Unit tests', ['vitest', 'run']],
  ]
}

function stepsOf(places) {
  const tests = filesIn(places).filter(isUnitTest)
  const changed = changedFiles(places)
  // Without changed files, Vitest need not spend some seconds to find their importers.
  const runTests = changed.length > 0 ? ['vitest', 'related', '--run'] : ['vitest', 'run']
  const files = [...new Set([...tests, ...changed])]
  const sources = places.filter((place) => SOURCES.test(place))
  return [
    ['Format', ['oxfmt', '--check', ...places]],
    ['Lint', ['oxlint', '--type-aware', '--deny-warnings', ...places]],
    types,
    // Files outside the folder import it too, so depcruise reads all and reports on the folder.
    ...(sources.length === 0
      ? []
      : [
          [
            'Import rules',
            [
              'depcruise',
              '--focus',
              `^(?:${sources.join('|')})(?:/|$)`,
              'contract/src',
              'server/src',
              'dashboard/src',
            ],
          ],
        ]),
    ...(files.length === 0 ? [] : [['Unit tests', [...runTests, '--passWithNoTests', ...files]]]),
  ]
}

function isUnitTest(file) {
  return TEST.test(file) && !LONG_TEST.test(file) && !file.startsWith('e2e/')
}

function filesIn(places) {
  return git(['ls-files', '--cached', '--others', '--exclude-standard', ...places])
}

/** Lists the files that differ from the last commit, except deleted ones. */
function changedFiles(places) {
  const changed = git(['diff', '--name-only', '--diff-filter=d', 'HEAD', '--', ...places])
  const added = git(['ls-files', '--others', '--exclude-standard', ...places])
  return [...changed, ...added].filter((file) => /\.tsx?$/.test(file) && !LONG_TEST.test(file))
}

function git(args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) fail('The files of the folder are not known: git failed.')
  return stdout.split('\n').filter((line) => line !== '')
}
