import { QueryView } from '@stoa/contract/platform/content-views'
import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'
import type { Context } from '../context.ts'
import { requireChangeable } from './change-snippets.ts'
import type { ContentCaller } from './content-caller.ts'
import { whereKey, type SnippetKey } from './queries.ts'
import { keyOf, requireKey } from './read-snippets.ts'

type ViewContext = Pick<Context, 'session'>

/** How the results of a query are shown; null if nobody has changed it. */
export async function readQueryView(
  { session }: ViewContext,
  caller: ContentCaller,
  id: string,
): Promise<{ view: QueryView | null }> {
  return { view: await findView(session, await requireKey(session, caller, id)) }
}

/** Stores it for everyone who can open the query. */
export async function saveQueryView(
  { session }: ViewContext,
  caller: ContentCaller,
  { id, view }: { readonly id: string; readonly view: QueryView },
): Promise<Record<string, never>> {
  await session.transaction(async (tx) => {
    for (const row of await requireChangeable(tx, caller, [id]))
      await tx.run(sql`
        update platform.snippets set view = ${JSON.stringify(view)}::jsonb
        where ${whereKey(keyOf(caller, row))}`)
  })
  return {}
}

async function findView(session: Session, key: SnippetKey): Promise<QueryView | null> {
  const row = await session.maybe(
    sql`select view from platform.snippets where ${whereKey(key)}`,
    z.object({ view: z.unknown() }),
  )
  // A later release may have written it.
  const known = QueryView.safeParse(row?.view)
  return known.success ? known.data : null
}
