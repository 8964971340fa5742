import type { ForeignServer, TableName } from '@stoa/contract/services/wrappers/servers'
import { useDeleteForeignServer } from '../../data/resources/services/wrappers/servers.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'

type DeleteServerDialogProps = { projectRef: string; server: ForeignServer; onClose: () => void }

const MAX_SHOWN = 20

export function DeleteServerDialog({ projectRef, server, onClose }: DeleteServerDialogProps) {
  const remove = useDeleteForeignServer(projectRef)
  const dependents = [...server.tables, ...server.views]
  return (
    <ConfirmDialog
      visible
      variant="danger"
      size="md"
      title={`Delete ${server.name}`}
      description={
        dependents.length === 0
          ? 'The other server is not changed. This can’t be undone.'
          : 'These foreign tables, and the views that use them, are deleted too. The tables of the other server are not changed. This can’t be undone.'
      }
      {...(dependents.length > 0 && { typedName: server.name })}
      confirmLabel="Delete server"
      loading={remove.isPending}
      onCancel={onClose}
      onConfirm={() => remove.mutate(server.id, { onSettled: onClose })}
    >
      {dependents.length > 0 && <Dependents names={dependents} />}
    </ConfirmDialog>
  )
}

/** The tables and views that are deleted together with something. */
export function Dependents({ names }: { names: readonly TableName[] }) {
  return (
    <ul aria-label="Deleted too" className="max-h-48 overflow-y-auto font-mono text-xs">
      {names.slice(0, MAX_SHOWN).map((table) => (
        <li key={nameOf(table)} className="wrap-anywhere">
          {nameOf(table)}
        </li>
      ))}
      {names.length > MAX_SHOWN && (
        <li className="text-muted">and {names.length - MAX_SHOWN} more</li>
      )}
    </ul>
  )
}

export const nameOf = ({ schema, name }: TableName) => `${schema}.${name}`
