import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { findVulnerable, isWithin, readAudit } from './advisories.mjs'

const list = {
  accepted: [{ id: 'GHSA-accepted', reason: 'The function is not used.' }],
  advisories: [
    {
      id: 'GHSA-a',
      package: 'ws',
      vulnerable: ['<7.5.10', '>=8.0.0 <8.17.1'],
      severity: 'high',
      title: 'A',
    },
    {
      id: 'GHSA-accepted',
      package: 'ws',
      vulnerable: ['<9.0.0'],
      severity: 'low',
      title: 'B',
    },
  ],
}

it.each([
  ['8.17.0', '>=8.0.0 <8.17.1', true],
  ['8.17.1', '>=8.0.0 <8.17.1', false],
  ['8.9.0', '<8.17.1', true],
  ['7.5.10', '>=8.0.0 <8.17.1', false],
  ['8.17.0-beta.1', '<8.17.1', true],
])('the version %s is within %s: %s', (version, range, expected) => {
  expect(isWithin(version, range)).toBe(expected)
})

it('finds a vulnerable package at any place of the lock file, and none of development', () => {
  const lock = {
    packages: {
      '': { version: '1.0.0' },
      'node_modules/ws': { version: '8.17.1' },
      'node_modules/a/node_modules/ws': { version: '8.17.0' },
      'node_modules/b/node_modules/ws': { version: '7.0.0', dev: true },
      'node_modules/not-ws': { version: '7.0.0' },
    },
  }
  expect(findVulnerable(lock, list)).toEqual(['ws 8.17.0: GHSA-a (high) A'])
})

it('reads the audit of a registry, and knows when there is none', () => {
  const advisory = {
    url: 'https://github.com/advisories/GHSA-a',
    severity: 'high',
    title: 'A',
    range: '<8.17.1',
  }
  const report = {
    vulnerabilities: {
      ws: { name: 'ws', via: [advisory, { ...advisory, url: 'https://x/GHSA-accepted' }] },
      depends: { name: 'depends', via: ['ws'] },
    },
  }
  expect(readAudit(JSON.stringify(report), list)).toEqual(['ws <8.17.1: GHSA-a (high) A'])
  expect(readAudit('{"vulnerabilities":{}}', list)).toEqual([])
  expect(readAudit('{"error":{"code":"ENOAUDIT"}}', list)).toBeUndefined()
  expect(readAudit('', list)).toBeUndefined()
})

it('the list of the repository has a date, readable ranges, and a reason for each exception', () => {
  const known = JSON.parse(
    readFileSync(new URL('../advisories.json', import.meta.url), 'utf8'),
  ) as {
    readonly date: string
    readonly accepted: readonly { readonly id: string; readonly reason: string }[]
    readonly advisories: readonly { readonly id: string; readonly vulnerable: readonly string[] }[]
  }
  expect(known.date).toMatch(/^\d{4}-\d\d-\d\d$/)
  for (const { vulnerable } of known.advisories)
    for (const range of vulnerable) expect(isWithin('0.0.0', range)).toBeTypeOf('boolean')
  expect(known.accepted.filter(({ reason }) => !reason)).toEqual([])
  expect(new Set(known.advisories.map(({ id }) => id)).size).toBe(known.advisories.length)
})
