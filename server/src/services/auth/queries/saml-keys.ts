import { z } from 'zod'
import type { Session as Connection } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'

const KeyRow = z.object({ certificate: z.string(), private_key: z.string() })
export type StoredSamlKey = z.infer<typeof KeyRow>

export const findSamlKey = (db: Connection) =>
  db.maybe(sql`select certificate, private_key from auth.saml_keys`, KeyRow)

/** Stores the key in place of `replaced`, unless another request has. Returns the stored key. */
export const putSamlKey = (
  db: Connection,
  key: StoredSamlKey & { readonly replaced: string; readonly now: Date },
) =>
  db.one(
    sql`
      with stored as (
        insert into auth.saml_keys (certificate, private_key, created_at)
        values (${key.certificate}, ${key.private_key}, ${key.now})
        on conflict (id) do update set certificate = excluded.certificate,
          private_key = excluded.private_key, created_at = excluded.created_at
        where saml_keys.private_key = ${key.replaced}
        returning certificate, private_key
      )
      select certificate, private_key from stored
      union all
      select certificate, private_key from auth.saml_keys where not exists (select from stored)`,
    KeyRow,
  )
