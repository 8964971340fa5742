export { createFleet, type FleetDeps } from './fleet.ts'
export { createPasswords, type Passwords } from './passwords.ts'
export {
  createProjectTemplates,
  fleetMigrations,
  projectMigrations,
  type FleetFolders,
  type ProjectTemplates,
} from './template.ts'
