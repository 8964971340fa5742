export { createFleet, type FleetDeps } from './fleet.ts'
