import { ChangeDialog } from './drop-dialog.tsx'

type RowSecurityDialogProps = {
  projectRef: string
  table: { schema: string; name: string }
  hasPolicies: boolean
  /** Whether row level security is enabled afterwards. */
  isEnabled: boolean
  onClose: () => void
}

/** Enables or disables row level security of one table. */
export function RowSecurityDialog({
  projectRef,
  table: { schema, name },
  hasPolicies,
  isEnabled,
  onClose,
}: RowSecurityDialogProps) {
  const change = { kind: 'set_row_security' as const, schema, name, is_enabled: isEnabled }
  return isEnabled ? (
    <ChangeDialog
      projectRef={projectRef}
      title={`Enable row level security on ${name}?`}
      description={
        hasPolicies
          ? 'API clients then only access the rows that its policies allow.'
          : 'Without a policy, only secret keys and the owner can access its rows.'
      }
      confirmLabel="Enable row level security"
      variant="success"
      success={`Row level security enabled on ${name}`}
      change={change}
      onClose={onClose}
    />
  ) : (
    <ChangeDialog
      projectRef={projectRef}
      title={`Disable row level security on ${name}?`}
      description="Its policies no longer apply. Every role with privileges on the table can access all of its rows."
      confirmLabel="Disable row level security"
      success={`Row level security disabled on ${name}`}
      change={change}
      onClose={onClose}
    />
  )
}
