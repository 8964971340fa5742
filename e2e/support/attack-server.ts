import type { TestProject } from 'vitest/node'
import { startAttackWorld } from './attack-world.ts'
import { discard } from './server.ts'

/** Creates one world for all test files. Returns a function that removes it. */
export async function setup(vitest: TestProject): Promise<() => Promise<void>> {
  const { server, world } = await startAttackWorld()
  vitest.provide('attackWorld', world)
  return () => discard(server)
}
