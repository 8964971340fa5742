import { expect, it } from 'vitest'
import { createFunctionAccounts } from './accounts.ts'

const ids = { first: 0x6000_0000, last: 0x6000_0002 }
const isRoot = process.getuid?.() === 0

it.runIf(isRoot)('gives each account once, and none that owns a folder', async () => {
  const owners = new Set([ids.first])
  const accounts = createFunctionAccounts(ids, async () => owners)
  const given = await Promise.all([accounts.next(), accounts.next()])
  const others = new Set([ids.first + 1, ids.last])
  expect(new Set(given.map((account) => account?.uid))).toEqual(others)
  await expect(accounts.next()).rejects.toThrow('in use')
  accounts.release(given[0])
  expect(await accounts.next()).toEqual(given[0])
  owners.clear()
  expect(await accounts.next()).toEqual({ uid: ids.first, gid: ids.first })
})

it.skipIf(isRoot)('gives none without root', async () => {
  expect(await createFunctionAccounts(ids, async () => new Set()).next()).toBeUndefined()
})
