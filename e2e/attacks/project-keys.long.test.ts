import { afterAll } from 'vitest'
import { startAttackWorld } from '../support/attack-world.ts'
import { testProjectKeys } from '../support/project-keys.ts'
import { discard } from '../support/server.ts'

const { server, world } = await startAttackWorld()
afterAll(() => discard(server))

testProjectKeys(world, true)
