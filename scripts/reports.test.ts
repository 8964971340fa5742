import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from './lib/environment.mjs'
import { readReport, slowestLines } from './lib/reports.mjs'

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

it('reads failed tests, their errors, and the duration of each file from a Vitest report', () => {
  const passed = { fullName: 'adds', status: 'passed', failureMessages: [] }
  const failed = { fullName: 'divides by zero', status: 'failed', failureMessages: ['Infinity'] }
  const file = written({
    numPassedTests: 1,
    numFailedTests: 1,
    numPendingTests: 2,
    testResults: [
      {
        name: path.join(root, 'sum.test.ts'),
        startTime: 1000,
        endTime: 3500,
        status: 'failed',
        message: '',
        assertionResults: [passed, failed],
      },
      {
        name: path.join(root, 'hook.test.ts'),
        startTime: 1000,
        endTime: 1010,
        status: 'failed',
        message: 'no port',
        assertionResults: [],
      },
    ],
  })
  expect(readReport(file, 'Unit tests')).toEqual({
    passed: 1,
    failed: 1,
    skipped: 2,
    failures: [
      { name: `${path.join(root, 'sum.test.ts')} › divides by zero`, message: 'Infinity' },
      { name: path.join(root, 'hook.test.ts'), message: 'no port' },
    ],
    files: [
      { name: 'sum.test.ts', milliseconds: 2500 },
      { name: 'hook.test.ts', milliseconds: 10 },
    ],
  })
})

it('reads failed tests, their parent titles, and file durations from a Playwright report', () => {
  const test = (status: string, message?: string) => ({
    status,
    results: [{ duration: 40, errors: message ? [{ message }] : [] }],
  })
  const file = written({
    config: { rootDir: path.join(root, 'e2e', 'journeys') },
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 },
    errors: [{ message: 'the server did not start' }],
    suites: [
      {
        title: 'sign-in.spec.ts',
        file: 'sign-in.spec.ts',
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
    files: [{ name: 'e2e/journeys/sign-in.spec.ts', milliseconds: 120 }],
  })
})

it('counts a missing report as a failure', () => {
  expect(readReport(path.join(folder, 'none.json'), 'Journeys')).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
    failures: [{ name: 'Journeys', message: 'No report.' }],
    files: [],
  })
})

it('lists all steps and the given number of files, slowest first', () => {
  const steps = [
    { name: 'Lint', milliseconds: 9000 },
    { name: 'Unit tests', milliseconds: 61_250 },
  ]
  const files = [1, 3, 2].map((count) => ({ name: `${count}.test.ts`, milliseconds: count * 1000 }))
  expect(slowestLines(steps, files, 2)).toEqual([
    'Steps, slowest first:',
    '    61.3 s  Unit tests',
    '     9.0 s  Lint',
    'Test files, slowest first:',
    '     3.0 s  3.test.ts',
    '     2.0 s  2.test.ts',
  ])
})
