export { createFrontDoor } from './front-door.ts'
export type { FrontDoor, FrontDoorDeps } from './front-door.ts'
export { SERVICE_ROLES } from './service-roles.ts'
