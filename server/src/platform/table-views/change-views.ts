import { MAX_TABLE_VIEWS, type TableView } from '@stoa/contract/platform/table-views'
import type { Context } from '../context.ts'
import {
  tableViewChanged,
  tableViewForbidden,
  tableViewNotFound,
  tooManyTableViews,
} from './errors.ts'
import {
  countViews,
  findView,
  insertView,
  putDefault,
  removeDefault,
  removeView,
  updateView,
  type ViewContent,
  type ViewReader,
} from './queries.ts'

/**
 * Creates (version 0) or saves a view. 409 `table_view_changed` with the stored view as `details`
 * when another version is stored, 403 `table_view_forbidden`, 404 `table_view_not_found`, 409
 * `too_many_table_views`.
 */
export async function saveTableView(
  { session }: Pick<Context, 'session'>,
  reader: ViewReader,
  content: ViewContent & { readonly id: string },
): Promise<TableView> {
  const stored = await findView(session, reader, content.id)
  if (!stored) return createView(session, reader, content)
  if (!stored.can_edit) throw tableViewForbidden()
  const saved = await updateView(session, reader, content)
  if (saved) return saved
  const latest = await findView(session, reader, content.id)
  throw latest?.table_id === content.table_id ? tableViewChanged(latest) : tableViewNotFound()
}

async function createView(
  session: Context['session'],
  reader: ViewReader,
  content: ViewContent & { readonly id: string },
): Promise<TableView> {
  if (content.version !== 0) throw tableViewNotFound()
  const { count } = await countViews(session, reader, content.table_id)
  if (count >= MAX_TABLE_VIEWS) throw tooManyTableViews()
  const created = await insertView(session, reader, content)
  if (created) return created
  // The id was used at the same time, or belongs to a view that the reader does not see.
  const other = await findView(session, reader, content.id)
  throw other ? tableViewChanged(other) : tableViewNotFound()
}

export async function deleteTableView(
  { session }: Pick<Context, 'session'>,
  reader: ViewReader,
  id: string,
): Promise<Record<string, never>> {
  const stored = await findView(session, reader, id)
  if (!stored) throw tableViewNotFound()
  if (!stored.can_edit) throw tableViewForbidden()
  await removeView(session, reader, id)
  return {}
}

type Default = { readonly tableId: number; readonly viewId: string | null }

export async function setDefaultTableView(
  { session }: Pick<Context, 'session'>,
  reader: ViewReader,
  { tableId, viewId }: Default,
): Promise<{ default_id: string | null }> {
  if (viewId === null) await removeDefault(session, reader, tableId)
  else if ((await putDefault(session, reader, { tableId, viewId })) === 0) throw tableViewNotFound()
  return { default_id: viewId }
}
