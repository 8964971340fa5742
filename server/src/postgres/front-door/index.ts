export { openCertificate, type CertificateFiles } from './certificate.ts'
export { createFrontDoor } from './front-door.ts'
export type { FrontDoorDeps } from './front-door.ts'
export type { SessionEvent } from './session-events.ts'
