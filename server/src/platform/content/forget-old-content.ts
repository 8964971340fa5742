import type { Context } from '../context.ts'
import { dropDeletedBefore } from './deleted-queries.ts'
import { dropRunsBefore } from './history-queries.ts'
import { restorableSince } from './read-snippets.ts'
import { runsKeptSince } from './run-history.ts'

/** Deletes what can no longer be restored, and old runs. */
export async function forgetOldContent(context: Context): Promise<void> {
  await dropDeletedBefore(context.session, restorableSince(context))
  await dropRunsBefore(context.session, runsKeptSince(context))
}
