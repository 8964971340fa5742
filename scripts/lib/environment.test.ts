import { describe, expect, it } from 'vitest'
import { oldestNodeFor, isAtLeast } from './environment.mjs'

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
