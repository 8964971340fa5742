import { describe, expect, it } from 'vitest'
import { installCommand, isAtLeast, missingPackages, oldestNodeFor } from './environment.mjs'

describe('the oldest Node that can start Stoa', () => {
  it.each([
    ['linux', 'x64', '20.19'],
    ['linux', 'arm64', '20.19'],
    ['darwin', 'arm64', '22.12'],
    ['darwin', 'x64', '22.12'],
    ['linux', 'riscv64', '22.12'],
  ])('is on %s %s the one that npm or the server needs: %s', (platform, arch, oldest) => {
    expect(oldestNodeFor(platform, arch)).toBe(oldest)
  })

  it.each([
    ['20.18.3', '20.19', false],
    ['20.19.0', '20.19', true],
    ['22.11.0', '22.12', false],
    ['22.12.0', '22.12', true],
    ['24.0.1', '22.12', true],
  ])('judges %s against %s by number: %s', (version, oldest, expected) => {
    expect(isAtLeast(version, oldest)).toBe(expected)
  })
})

describe('the packages to install', () => {
  const lock = {
    '': { version: '1.0.0' },
    server: { version: '1.0.0' },
    'node_modules/@stoa/server': { link: true },
    'node_modules/fastify': { version: '5.0.0' },
    'node_modules/vitest': { version: '4.0.0', dev: true },
    'node_modules/deno-for-another-system': { version: '2.0.0', optional: true },
  }
  const fastify = { 'node_modules/fastify': { version: '5.0.0' } }
  const vitest = { 'node_modules/vitest': { version: '4.0.0' } }

  it.each([
    ['nothing is installed', {}, ['fastify', 'vitest'], 'ci'],
    [
      'a version is another',
      { ...vitest, 'node_modules/fastify': { version: '4.0.0' } },
      ['fastify'],
      'ci',
    ],
    ['only tools are missing', fastify, ['vitest'], 'install --no-save'],
  ])('are known if %s', (_name, installed, names, command) => {
    const missing = missingPackages(lock, installed)
    expect(missing.map(({ place }) => place)).toEqual(names.map((name) => `node_modules/${name}`))
    expect(installCommand(missing, true).join(' ')).toBe(command)
    expect(installCommand(missing, false).join(' ')).toBe('ci --omit=dev')
  })

  it('are none if all are installed', () => {
    expect(missingPackages(lock, { ...fastify, ...vitest })).toEqual([])
  })
})
