import type { BackupService } from '../backups/index.ts'
import type { Looks } from '../fleet/looks/port.ts'
import type { Platform } from '../platform/index.ts'
import type { createFrontDoor } from '../postgres/front-door/index.ts'
import type { Mailer } from '../project/mailer.ts'
import { createLatePart, type LatePart } from './late-part.ts'

export type FrontDoor = ReturnType<typeof createFrontDoor>

/** Known when the ports are open. */
export type Addresses = {
  publicUrl: string
  apiUrl: string
  databaseHost: string
  databasePort: number
  readonly databaseTls: boolean
}

/**
 * The parts that others use before they exist: the services are created before the ports are open, so
 * they ask for these at each use.
 */
export type LateParts = {
  readonly addresses: Addresses
  readonly mailer: LatePart<Mailer>
  readonly inbox: LatePart<Mailer>
  readonly platform: LatePart<Platform>
  readonly looks: LatePart<Looks>
  readonly backups: LatePart<Pick<BackupService, 'isFailing'>>
  readonly frontDoor: LatePart<FrontDoor>
}

export const createLateParts = ({ databaseTls }: Pick<Addresses, 'databaseTls'>): LateParts => ({
  addresses: { publicUrl: '', apiUrl: '', databaseHost: '', databasePort: 0, databaseTls },
  mailer: createLatePart('mail sender'),
  inbox: createLatePart('mailbox'),
  platform: createLatePart('platform'),
  looks: createLatePart('looks at earlier moments'),
  backups: createLatePart('backups'),
  frontDoor: createLatePart('front door'),
})
