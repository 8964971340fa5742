import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import { useChangeObject } from '../../data/resources/services/meta/object-changes.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { QueryError } from '../query-error.tsx'
import { dropPolicy } from './policy-changes.ts'

type DropPolicyDialogProps = {
  projectRef: string
  table: Pick<TableDetail, 'schema' | 'name'>
  name: string
  onClose: () => void
}

/** Asks before a policy is deleted. */
export function DropPolicyDialog({ projectRef, table, name, onClose }: DropPolicyDialogProps) {
  const run = useChangeObject(projectRef)
  return (
    <ConfirmDialog
      visible
      variant="danger"
      size="md"
      title={`Delete the policy “${name}”?`}
      description={`API clients lose the access to ${table.schema}.${table.name} that this policy grants.`}
      confirmLabel="Delete policy"
      loading={run.isPending}
      onCancel={onClose}
      onConfirm={() =>
        run.mutate(
          { input: dropPolicy(table, name) },
          {
            onSuccess: () => {
              toast.success('Policy deleted')
              onClose()
            },
          },
        )
      }
    >
      {run.error && <QueryError error={run.error} title="Could not delete the policy" />}
    </ConfirmDialog>
  )
}
