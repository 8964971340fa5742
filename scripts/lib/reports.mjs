/**
 * Reads the totals, the failed tests, and the duration of each file from the JSON reports of Vitest
 * and Playwright.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './environment.mjs'

const longest = 2000

/**
 * Reads a report. If there is none because the runner crashed, this counts as one failure, named
 * after its step.
 */
export function readReport(file, step) {
  let report
  try {
    report = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    const failures = [{ name: step, message: 'No report.' }]
    return { passed: 0, failed: 1, skipped: 0, failures, files: [] }
  }
  return report.stats ? fromPlaywright(report) : fromVitest(report)
}

function fromVitest(report) {
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
    failures: report.testResults.flatMap(({ name, status, message, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status === 'failed')
      // A file that fails outside its tests, in a hook or while loading, has its own message.
      if (status === 'failed' && failed.length === 0) return [failure(name, message)]
      return failed.map((test) =>
        failure(`${name} › ${test.fullName}`, test.failureMessages.join('\n')),
      )
    }),
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      name: path.relative(root, name),
      milliseconds: endTime - startTime,
    })),
  }
}

function fromPlaywright({ config, stats, suites, errors }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: [
      ...suites.flatMap((suite) => failedSpecs(suite, [])),
      ...errors.map(({ message }) => failure('outside of the tests', message)),
    ],
    files: suites.map((suite) => ({
      name: path.relative(root, path.join(config.rootDir, suite.file)),
      milliseconds: durationsOf(suite).reduce((sum, duration) => sum + duration, 0),
    })),
  }
}

function failedSpecs({ title, specs = [], suites = [] }, above) {
  const titles = [...above, title]
  return [
    ...specs.flatMap((spec) =>
      spec.tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ results }) =>
          failure(
            [...titles, spec.title].join(' › '),
            results.flatMap((result) => result.errors.map(({ message }) => message)).join('\n'),
          ),
        ),
    ),
    ...suites.flatMap((suite) => failedSpecs(suite, titles)),
  ]
}

const durationsOf = ({ specs = [], suites = [] }) => [
  ...specs.flatMap(({ tests }) =>
    tests.flatMap(({ results }) => results.map(({ duration }) => duration)),
  ),
  ...suites.flatMap(durationsOf),
]

/** Formats the durations of all steps and of the slowest test files as lines of text. */
export function slowestLines(steps, files, most = 15) {
  const line = ({ name, milliseconds }) =>
    `${(milliseconds / 1000).toFixed(1).padStart(8)} s  ${name}`
  const byTime = (one, other) => other.milliseconds - one.milliseconds
  return [
    'Steps, slowest first:',
    ...steps.toSorted(byTime).map(line),
    'Test files, slowest first:',
    ...files.toSorted(byTime).slice(0, most).map(line),
  ]
}

const failure = (name, message) => ({ name, message: (message ?? '').slice(0, longest) })
