import type { Session } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'

export type TypeReference = { readonly typeOid: number; readonly typeModifier: number }

/** The names of types in their order, one per row. */
export const formatTypes = (tx: Session, types: readonly TypeReference[]) =>
  tx.text(sql`
    select format_type(t.type_oid::oid, t.modifier::int)
    from unnest(
      ${types.map((type) => String(type.typeOid))}::text[],
      ${types.map((type) => String(type.typeModifier))}::text[]
    ) with ordinality as t (type_oid, modifier, place)
    order by t.place`)
