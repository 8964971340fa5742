import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { killDrains } from '../../../../test/logs/killed-drain.ts'

it('sends every stored event over 40 kills', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-drains-'))
  try {
    const { reported, accepted } = await killDrains(folder, 40)
    expect(reported.size).toBeGreaterThan(0)
    expect([...reported].filter((id) => !accepted.has(id))).toEqual([])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
