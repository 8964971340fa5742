export type { FleetDeps } from './deps.ts'
export { createFleet } from './fleet.ts'
