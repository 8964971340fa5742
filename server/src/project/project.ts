import type { Database } from '../postgres/database.ts'
import type { KeyRing } from './keys/key-ring.ts'
import type { ProjectSettings } from './settings.ts'

/**
 * A running project as its services see it. The platform itself is one too (ref `platform`): its
 * accounts are the users of its own database.
 */
export type Project = {
  readonly ref: string
  readonly database: Database
  /** The keys of this moment; ask again each time and hold no copy. */
  readonly keys: KeyRing
  /** Read again after every change; hold no copy. */
  readonly settings: ProjectSettings
  /** Where the project's API is reached from outside, without a trailing slash. */
  readonly apiUrl: string
}
