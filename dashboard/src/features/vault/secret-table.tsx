import type { VaultSecret } from '@stoa/contract/services/vault/secrets'
import { Eye, EyeOff, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
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
import {
  ActionsHeader,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../ui/display/table.tsx'

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
      <Table aria-label="Secrets" className="table-fixed">
        <TableHead>
          <TableRow>
            <TableHeader className="w-2/5 sm:w-1/3">Name</TableHeader>
            <TableHeader>Value</TableHeader>
            <TableHeader className="hidden w-36 sm:table-cell">Changed</TableHeader>
            {canWrite && <ActionsHeader className="w-22" />}
          </TableRow>
        </TableHead>
        <TableBody>
          {secrets.map((secret) => (
            <TableRow key={secret.id}>
              <TableCell className="py-1.5">
                <div className="truncate font-mono" title={nameOf(secret)}>
                  {nameOf(secret)}
                </div>
                {secret.description && (
                  <div className="truncate text-muted" title={secret.description}>
                    {secret.description}
                  </div>
                )}
              </TableCell>
              <TableCell>
                {secret.is_readable ? (
                  <SecretValue
                    // A changed value differs from the revealed one.
                    key={secret.updated_at}
                    projectRef={projectRef}
                    secret={secret}
                  />
                ) : (
                  <Badge variant="danger">Key lost</Badge>
                )}
              </TableCell>
              <TableCell className="hidden whitespace-nowrap text-muted sm:table-cell">
                <Time date={secret.updated_at} />
              </TableCell>
              {canWrite && (
                <TableCell align="right" className="pr-1.5 whitespace-nowrap">
                  <IconButton label={`Edit ${nameOf(secret)}`} onClick={() => onEdit(secret)}>
                    <Pencil className="size-3.5" />
                  </IconButton>
                  <IconButton label={`Delete ${nameOf(secret)}`} onClick={() => setLeaving(secret)}>
                    <Trash2 className="size-3.5" />
                  </IconButton>
                </TableCell>
              )}
            </TableRow>
          ))}
        </TableBody>
      </Table>
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
