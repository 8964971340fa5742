import { AuditTable } from '../audit/audit-table.tsx'

/** The audit log of one account. */
export function UserAudit({ projectRef, userId }: { projectRef: string; userId: string }) {
  return <AuditTable projectRef={projectRef} filter={{ user_id: userId }} isNarrow />
}
