import { ChangeDialog } from '../sql-form/change-dialog.tsx'

/** The publication whose tables realtime clients can subscribe to. */
export const REALTIME_PUBLICATION = 'supabase_realtime'

type RealtimeDialogProps = {
  projectRef: string
  table: { schema: string; name: string; is_in_realtime: boolean }
  onClose: () => void
}

/** Adds a table to the publication of realtime, or removes it. */
export function RealtimeDialog({ projectRef, table, onClose }: RealtimeDialogProps) {
  const tables = [{ schema: table.schema, name: table.name }]
  const change = { kind: 'change_publication_tables' as const, name: REALTIME_PUBLICATION }
  return table.is_in_realtime ? (
    <ChangeDialog
      projectRef={projectRef}
      title={`Disable realtime for ${table.name}?`}
      description="Clients no longer receive changes of its rows."
      confirmLabel="Disable realtime"
      success={`Realtime disabled for ${table.name}`}
      change={{ ...change, add: [], drop: tables }}
      onClose={onClose}
    />
  ) : (
    <ChangeDialog
      projectRef={projectRef}
      title={`Enable realtime for ${table.name}?`}
      description="Clients can subscribe to changes of the rows that row level security lets them read."
      confirmLabel="Enable realtime"
      variant="success"
      success={`Realtime enabled for ${table.name}`}
      change={{ ...change, add: tables, drop: [] }}
      onClose={onClose}
    />
  )
}
