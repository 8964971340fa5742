import type { Session as Connection } from '../../../postgres/database.ts'
import { prepared, sql, type Sql } from '../../../postgres/sql.ts'

export type AuditEntry = {
  readonly payload: Readonly<Record<string, unknown>>
  readonly ip: string
  readonly now: Date
}

/** The statement that inserts an entry, which can be part of another one. */
export const auditInsert = ({ payload, ip, now }: AuditEntry): Sql => sql`
  insert into auth.audit_log_entries (instance_id, payload, created_at, ip_address)
  values ('00000000-0000-0000-0000-000000000000', ${JSON.stringify(payload)}, ${now}, ${ip})`

export const insertAuditEntry = (tx: Connection, entry: AuditEntry) =>
  tx.run(prepared('insert_audit_entry', auditInsert(entry)))
