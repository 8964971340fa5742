import type { Subscription } from '../../postgres/database.ts'
import type { Project } from '../project.ts'

/** The channel on which PostgREST hears of changes, and clients that know it send `reload schema`. */
const SCHEMA_CHANNEL = 'pgrst'

/**
 * Calls `changed` when a project's tables, functions, types or database settings have changed, or
 * may have: its event triggers notify the channel, and so may its owner. All callers share the one
 * listening connection of the project.
 *
 * @param channels are listened to as well.
 */
export const watchSchema = (
  { database }: Project,
  changed: () => void,
  channels: readonly string[] = [],
): Subscription => database.listen([SCHEMA_CHANNEL, ...channels], changed)
