import type { TestProject } from 'vitest/node'
import { startAttackWorld } from './attack-world.ts'
import { findOrdinaryAccount } from './ordinary-account.ts'
import { discard } from './server.ts'

/** The name of the tests whose server runs as an ordinary user. */
export const ORDINARY = 'attacks on an ordinary user'

/** Creates one world for all test files. Returns a function that removes it. */
export async function setup(vitest: TestProject): Promise<() => Promise<void>> {
  const account = vitest.name === ORDINARY ? findOrdinaryAccount() : undefined
  const { server, world } = await startAttackWorld(account)
  vitest.provide('attackWorld', world)
  return () => discard(server)
}
