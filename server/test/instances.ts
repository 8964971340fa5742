import { createInstances, type Instances } from '../src/fleet/records/instances.ts'
import type { Clock } from '../src/lib/clock.ts'
import type { SecretBox } from '../src/lib/secret-box.ts'
import type { TestControlPlane } from './control-plane.ts'

/** The fleet's records on a test control plane, for tests of modules that depend on them. */
export const createTestInstances = (
  { database }: TestControlPlane,
  deps: { box: SecretBox; clock: Clock },
): Instances => createInstances({ control: database, ...deps })
