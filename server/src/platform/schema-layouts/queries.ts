import { TablePosition } from '@stoa/contract/platform/schema-layouts'
import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'
import { Timestamp } from '../timestamp.ts'

/** A layout's project, schema and owner. The shared layout has no owner. */
export type LayoutKey = {
  readonly projectId: number
  readonly schema: string
  readonly ownerId: string | null
}

const LayoutRow = z.object({
  is_shared: z.boolean(),
  positions: z.array(TablePosition),
  saved_at: Timestamp,
})

/** The shared layout, and the owner's if there is one. */
export const listLayouts = (session: Session, { projectId, schema, ownerId }: LayoutKey) =>
  session.many(
    sql`
      select owner_id is null as is_shared, positions, saved_at from platform.schema_layouts
      where project_id = ${projectId} and schema_name = ${schema}
        and (owner_id is null or owner_id = ${ownerId}::uuid)`,
    LayoutRow,
  )

export const upsertLayout = (
  session: Session,
  { projectId, schema, ownerId }: LayoutKey,
  { positions, at }: { readonly positions: readonly TablePosition[]; readonly at: Date },
) =>
  session.run(
    sql`
      insert into platform.schema_layouts (project_id, schema_name, owner_id, positions, saved_at)
      values (${projectId}, ${schema}, ${ownerId}::uuid, ${JSON.stringify(positions)}::jsonb, ${at})
      on conflict (project_id, schema_name, owner_id)
      do update set positions = excluded.positions, saved_at = excluded.saved_at`,
  )

export const removeLayout = (session: Session, { projectId, schema, ownerId }: LayoutKey) =>
  session.run(
    sql`
      delete from platform.schema_layouts
      where project_id = ${projectId} and schema_name = ${schema}
        and owner_id is not distinct from ${ownerId}::uuid`,
  )
