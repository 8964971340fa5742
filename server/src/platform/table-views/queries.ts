import { TableLayout } from '@stoa/contract/platform/table-views'
import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'

/** The member and project of a request; `canEditShared` is the permission to change others' views. */
export type ViewReader = {
  readonly projectId: number
  readonly userId: string
  readonly canEditShared: boolean
}

const ViewRow = z.object({
  id: z.uuid(),
  table_id: z.int(),
  name: z.string(),
  is_shared: z.boolean(),
  is_own: z.boolean(),
  can_edit: z.boolean(),
  filter: z.string(),
  sort: z.string(),
  layout: TableLayout,
  version: z.int(),
})

const columns = ({ userId, canEditShared }: ViewReader) => sql`
  id, table_id::int8::float8 as table_id, name, is_shared, owner_id = ${userId} as is_own,
  owner_id = ${userId} or ${canEditShared}::boolean as can_edit, filter, sort, layout, version`

const isVisible = ({ projectId, userId }: ViewReader) =>
  sql`project_id = ${projectId} and (owner_id = ${userId} or is_shared)`

export const listViewRows = (session: Session, reader: ViewReader, tableId: number) =>
  session.many(
    sql`
      select ${columns(reader)} from platform.table_views
      where ${isVisible(reader)} and table_id = ${tableId}
      order by lower(name), id`,
    ViewRow,
  )

export const findView = (session: Session, reader: ViewReader, id: string) =>
  session.maybe(
    sql`
      select ${columns(reader)} from platform.table_views
      where ${isVisible(reader)} and id = ${id}`,
    ViewRow,
  )

export type ViewContent = {
  readonly table_id: number
  readonly name: string
  readonly is_shared: boolean
  readonly filter: string
  readonly sort: string
  readonly layout: TableLayout
  readonly version: number
}

export const countViews = (session: Session, reader: ViewReader, tableId: number) =>
  session.one(
    sql`
      select count(*)::int as count from platform.table_views
      where project_id = ${reader.projectId} and owner_id = ${reader.userId}
        and table_id = ${tableId}`,
    z.object({ count: z.int() }),
  )

/** Returns undefined if there is one with this id already. */
export const insertView = (
  session: Session,
  reader: ViewReader,
  { id, ...content }: ViewContent & { readonly id: string },
) =>
  session.maybe(
    sql`
      insert into platform.table_views
        (project_id, id, owner_id, table_id, name, is_shared, filter, sort, layout, version)
      values (${reader.projectId}, ${id}, ${reader.userId}, ${content.table_id}, ${content.name},
              ${content.is_shared}, ${content.filter}, ${content.sort},
              ${JSON.stringify(content.layout)}::text::jsonb, 1)
      on conflict do nothing
      returning ${columns(reader)}`,
    ViewRow,
  )

/** Returns undefined if another version is stored. A view stays one of its table. */
export const updateView = (
  session: Session,
  reader: ViewReader,
  { id, ...content }: ViewContent & { readonly id: string },
) =>
  session.maybe(
    sql`
      update platform.table_views
      set name = ${content.name}, is_shared = ${content.is_shared}, filter = ${content.filter},
          sort = ${content.sort}, layout = ${JSON.stringify(content.layout)}::text::jsonb,
          version = version + 1
      where ${isVisible(reader)} and id = ${id} and table_id = ${content.table_id}
        and version = ${content.version}
      returning ${columns(reader)}`,
    ViewRow,
  )

export const removeView = (session: Session, reader: ViewReader, id: string) =>
  session.run(sql`delete from platform.table_views where ${isVisible(reader)} and id = ${id}`)

/** The default view, if the reader still sees it. */
export const findDefault = (session: Session, reader: ViewReader, tableId: number) =>
  session.maybe(
    sql`
      select v.id from platform.table_view_defaults d
      join platform.table_views v on v.project_id = d.project_id and v.id = d.view_id
      where d.project_id = ${reader.projectId} and d.owner_id = ${reader.userId}
        and d.table_id = ${tableId} and (v.owner_id = ${reader.userId} or v.is_shared)`,
    z.object({ id: z.uuid() }),
  )

/** Returns 0 if the reader does not see the view, or if it is one of another table. */
export const putDefault = (
  session: Session,
  reader: ViewReader,
  { tableId, viewId }: { readonly tableId: number; readonly viewId: string },
) =>
  session.run(sql`
    insert into platform.table_view_defaults (project_id, owner_id, table_id, view_id)
    select project_id, ${reader.userId}, table_id, id from platform.table_views
    where ${isVisible(reader)} and id = ${viewId} and table_id = ${tableId}
    on conflict (project_id, owner_id, table_id) do update set view_id = excluded.view_id`)

export const removeDefault = (session: Session, reader: ViewReader, tableId: number) =>
  session.run(sql`
    delete from platform.table_view_defaults
    where project_id = ${reader.projectId} and owner_id = ${reader.userId}
      and table_id = ${tableId}`)
