import type { VaultSecret } from '@stoa/contract/services/vault/secrets'
import { Eye, EyeOff, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { RecordTable, type RecordColumn } from '../../components/list/record-table.tsx'
import { RemovalDialog } from '../../components/removal-dialog.tsx'
import { Time } from '../../components/time.tsx'
import { useCan } from '../../data/resources/platform/projects.ts'
import {
  useDeleteVaultSecret,
  useRevealVaultSecret,
} from '../../data/resources/services/vault/secrets.ts'
import { classNames } from '../../lib/class-names.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'

type SecretTableProps = {
  projectRef: string
  secrets: readonly VaultSecret[]
  onEdit: (secret: VaultSecret) => void
}

export function SecretTable({ projectRef, secrets, onEdit }: SecretTableProps) {
  const can = useCan(projectRef)
  const remove = useDeleteVaultSecret(projectRef)
  const [leaving, setLeaving] = useState<VaultSecret>()
  const canWrite = can('vault:write')
  return (
    <>
      <RecordTable
        label="Secrets"
        items={secrets}
        nameOf={nameOf}
        columns={columnsOf(projectRef)}
        actionsClassName="w-28"
        renderButtons={
          canWrite
            ? (secret) => (
                <>
                  <IconButton label={`Edit ${nameOf(secret)}`} onClick={() => onEdit(secret)}>
                    <Pencil className="size-3.5" />
                  </IconButton>
                  <IconButton label={`Delete ${nameOf(secret)}`} onClick={() => setLeaving(secret)}>
                    <Trash2 className="size-3.5" />
                  </IconButton>
                </>
              )
            : undefined
        }
      />
      <RemovalDialog
        action="Delete"
        noun="secret"
        item={leaving && { id: leaving.id, name: nameOf(leaving) }}
        description="Queries that use this secret will get null. This can’t be undone."
        removal={remove}
        onClose={() => setLeaving(undefined)}
      />
    </>
  )
}

/** SQL can create secrets without a name. */
const nameOf = ({ id, name }: VaultSecret) => name ?? id

const columnsOf = (projectRef: string): readonly RecordColumn<VaultSecret>[] => [
  {
    header: 'Name',
    className: 'w-2/5 sm:w-1/3',
    textClassName: 'py-1.5',
    cell: (secret) => (
      <>
        <div className="truncate font-mono" title={nameOf(secret)}>
          {nameOf(secret)}
        </div>
        {secret.description && (
          <div className="truncate text-muted" title={secret.description}>
            {secret.description}
          </div>
        )}
      </>
    ),
  },
  {
    header: 'Value',
    cell: (secret) =>
      secret.is_readable ? (
        // A changed value differs from the revealed one.
        <SecretValue key={secret.updated_at} projectRef={projectRef} secret={secret} />
      ) : (
        <Badge variant="danger">Key lost</Badge>
      ),
  },
  {
    header: 'Changed',
    className: 'hidden w-36 sm:table-cell',
    textClassName: 'whitespace-nowrap text-muted',
    cell: ({ updated_at }) => <Time date={updated_at} />,
  },
]

function SecretValue({ projectRef, secret }: { projectRef: string; secret: VaultSecret }) {
  const can = useCan(projectRef)
  const reveal = useRevealVaultSecret(projectRef)
  const [isShown, setIsShown] = useState(false)
  const value = isShown ? reveal.data : undefined
  return (
    <div className="flex items-center gap-0.5">
      <code
        className={classNames('min-w-0 flex-1 overflow-hidden', value !== undefined && 'truncate')}
        title={value}
      >
        {value ?? '•'.repeat(12)}
      </code>
      {can('vault:reveal') && (
        <>
          <IconButton
            label={
              isShown
                ? `Hide ${nameOf(secret)}`
                : `Reveal ${nameOf(secret)} (recorded in the audit log)`
            }
            pending={reveal.isPending}
            onClick={() => {
              if (isShown || reveal.data !== undefined) setIsShown(!isShown)
              else reveal.mutate(secret.id, { onSuccess: () => setIsShown(true) })
            }}
          >
            {isShown ? <EyeOff className="size-3.5" /> : <Eye className="size-3.5" />}
          </IconButton>
          <CopyButton
            iconOnly
            label={`Copy ${nameOf(secret)}`}
            text={() => reveal.data ?? reveal.mutateAsync(secret.id)}
          />
        </>
      )}
    </div>
  )
}
