import type { TableView } from '@stoa/contract/platform/table-views'
import type { Context } from '../context.ts'
import { findDefault, listViewRows, type ViewReader } from './queries.ts'

type Views = { views: TableView[]; default_id: string | null }

/** The reader's own and shared views of a table; none for the operator credential. */
export async function listTableViews(
  { session }: Pick<Context, 'session'>,
  reader: ViewReader | undefined,
  tableId: number,
): Promise<Views> {
  if (!reader) return { views: [], default_id: null }
  const views = await listViewRows(session, reader, tableId)
  const found = await findDefault(session, reader, tableId)
  return { views, default_id: found?.id ?? null }
}
