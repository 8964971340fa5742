import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { killWriters } from '../../test/killed-log-writer.ts'

it('keeps what it reported as stored over 50 kills', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-logs-'))
  try {
    const { reported, stored } = await killWriters(folder, 50)
    expect(new Set(stored).size).toBe(stored.length)
    const all = new Set(stored)
    expect(reported.filter((number) => !all.has(number))).toEqual([])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
