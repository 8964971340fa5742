import { isIP, type Socket } from 'node:net'
import type { Project } from '../../../project/project.ts'
import { ROLE, type DatabaseLogin } from './login.ts'

/** The port of the installation at which clients of all projects sign in to Postgres. */
export type DatabaseDoor = {
  /** The host name that clients use for it. */
  readonly host: string
  readonly port: number
  /** Serves a connection of a project's function, which is half-open and paused. */
  readonly serve: (socket: Socket, ref: string) => void
}

/** The connection string of a project's functions. */
export async function databaseUrl(
  project: Project,
  { door, login }: { readonly door: DatabaseDoor; readonly login: DatabaseLogin },
): Promise<string> {
  const password = await login(project)
  const host = isIP(door.host) === 6 ? `[${door.host}]` : door.host
  // The connection does not leave the machine: `database-gate.ts` takes it to the port.
  return `postgresql://${ROLE}.${project.ref}:${password}@${host}:${door.port}/postgres?sslmode=disable`
}
