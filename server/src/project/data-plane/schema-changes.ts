import type { Subscription } from '../../postgres/database.ts'
import type { Project } from '../project.ts'

/** PostgREST's channel for schema changes, on which clients also send `reload schema`. */
const SCHEMA_CHANNEL = 'pgrst'

/**
 * Calls `changed` when a project's tables, functions, types or database settings have changed or
 * might have: its event triggers notify the channel, and its owner can too. All callers share the
 * project's one listening connection.
 *
 * @param channels further channels to listen to.
 */
export const watchSchema = (
  { database }: Project,
  changed: () => void,
  channels: readonly string[] = [],
): Subscription => database.listen([SCHEMA_CHANNEL, ...channels], changed)
