/** What the JSON reports of Vitest and of Playwright say: their numbers, and each test that failed. */
import { readFileSync } from 'node:fs'

const longest = 2000

/**
 * Reads a report. A runner that died before it wrote one has failed: it counts as one failure,
 * named after its step.
 */
export function readReport(file, step) {
  let report
  try {
    report = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: [{ name: step, message: 'No report.' }] }
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
      // A file that failed outside its tests, in a hook or while it was loaded, says so itself.
      if (status === 'failed' && failed.length === 0) return [failure(name, message)]
      return failed.map((test) =>
        failure(`${name} › ${test.fullName}`, test.failureMessages.join('\n')),
      )
    }),
  }
}

function fromPlaywright({ stats, suites, errors }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: [
      ...suites.flatMap((suite) => failedSpecs(suite, [])),
      ...errors.map(({ message }) => failure('outside of the tests', message)),
    ],
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

const failure = (name, message) => ({ name, message: (message ?? '').slice(0, longest) })
