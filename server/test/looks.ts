import type { Looks } from '../src/fleet/looks/port.ts'

/** For services that are asked for no looks. */
export function noLooks(): Looks {
  throw new Error('This test has no looks at earlier moments')
}
