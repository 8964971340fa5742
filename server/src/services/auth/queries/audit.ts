import type { Session as Connection } from '../../../postgres/database.ts'
import { prepared, sql } from '../../../postgres/sql.ts'

export type AuditEntry = {
  readonly payload: Readonly<Record<string, unknown>>
  readonly ip: string
  readonly now: Date
}

export const insertAuditEntry = (tx: Connection, { payload, ip, now }: AuditEntry) =>
  tx.run(
    prepared(
      'insert_audit_entry',
      sql`
    insert into auth.audit_log_entries (instance_id, payload, created_at, ip_address)
    values ('00000000-0000-0000-0000-000000000000', ${JSON.stringify(payload)}, ${now}, ${ip})`,
    ),
  )
