import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readReport } from './lib/reports.mjs'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stoa-reports-test-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function written(report: unknown): string {
  const file = path.join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

it('a report of Vitest names each test that failed, and why', () => {
  const passed = { fullName: 'adds', status: 'passed', failureMessages: [] }
  const failed = { fullName: 'divides by zero', status: 'failed', failureMessages: ['Infinity'] }
  const file = written({
    numPassedTests: 1,
    numFailedTests: 1,
    numPendingTests: 2,
    testResults: [
      { name: 'sum.test.ts', status: 'failed', message: '', assertionResults: [passed, failed] },
      { name: 'hook.test.ts', status: 'failed', message: 'no port', assertionResults: [] },
    ],
  })
  expect(readReport(file, 'Unit tests')).toEqual({
    passed: 1,
    failed: 1,
    skipped: 2,
    failures: [
      { name: 'sum.test.ts › divides by zero', message: 'Infinity' },
      { name: 'hook.test.ts', message: 'no port' },
    ],
  })
})

it('a report of Playwright names each test that failed under the titles above it', () => {
  const test = (status: string, message?: string) => ({
    status,
    results: [{ errors: message ? [{ message }] : [] }],
  })
  const file = written({
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 },
    errors: [{ message: 'the server did not start' }],
    suites: [
      {
        title: 'sign-in.spec.ts',
        specs: [{ title: 'is quick', tests: [test('flaky', 'slow at first')] }],
        suites: [
          {
            title: 'a session',
            specs: [
              { title: 'ends', tests: [test('unexpected', 'still there')] },
              { title: 'begins', tests: [test('expected')] },
            ],
          },
        ],
      },
    ],
  })
  expect(readReport(file, 'Journeys')).toEqual({
    passed: 1,
    failed: 2,
    skipped: 0,
    failures: [
      { name: 'sign-in.spec.ts › is quick', message: 'slow at first' },
      { name: 'sign-in.spec.ts › a session › ends', message: 'still there' },
      { name: 'outside of the tests', message: 'the server did not start' },
    ],
  })
})

it('a runner that left no report has failed', () => {
  expect(readReport(path.join(folder, 'none.json'), 'Journeys')).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
    failures: [{ name: 'Journeys', message: 'No report.' }],
  })
})
