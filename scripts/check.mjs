/**
 * `npm run check`: format, lint, types, import rules, dead code and unit tests, up to the first that
 * fails. `npm run check -- <folder>` answers in seconds what a change to that folder needs: the same
 * of its files alone, with the tests elsewhere that import what was changed there.
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
  // The rest of a whole check takes minutes; that of one folder is worth knowing too.
  if (status !== 0 && folders.length === 0) break
}
console.log(`\n${results.map(({ line }) => line).join('\n')}`)
process.exit(results.every(({ isGreen }) => isGreen) ? 0 : 1)

function allSteps() {
  return [
    ['Format', ['prettier', '--check', '--log-level', 'warn', '.']],
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
  // Finding who imports what was changed takes some seconds of its own.
  const runTests = changed.length > 0 ? ['vitest', 'related', '--run'] : ['vitest', 'run']
  const files = [...new Set([...tests, ...changed])]
  const sources = places.filter((place) => SOURCES.test(place))
  return [
    ['Format', ['prettier', '--check', '--log-level', 'warn', '--ignore-unknown', ...places]],
    ['Lint', ['oxlint', '--type-aware', '--deny-warnings', ...places]],
    types,
    // Whoever imports these files is outside of them: the rules are told of the whole, for these.
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

/** What differs from the last commit, without what was deleted. */
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
