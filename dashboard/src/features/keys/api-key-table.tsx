import type { ApiKey } from '@stoa/contract/platform/keys'
import { Eye, EyeOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { RemovalDialog } from '../../components/removal-dialog.tsx'
import { Time } from '../../components/time.tsx'
import { useDeleteApiKey, useRevealApiKey } from '../../data/resources/platform/keys.ts'
import { useCan } from '../../data/resources/platform/projects.ts'
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

type ApiKeyTableProps = { projectRef: string; label: string; keys: readonly ApiKey[] }

export function ApiKeyTable({ projectRef, label, keys }: ApiKeyTableProps) {
  const can = useCan(projectRef)
  const remove = useDeleteApiKey(projectRef)
  const [leaving, setLeaving] = useState<ApiKey>()
  // The server refuses to delete the last key of a kind, so the table does not offer it.
  const canDelete = can('key:manage') && keys.length > 1
  return (
    <>
      <Table aria-label={label} className="table-fixed">
        <TableHead>
          <TableRow>
            <TableHeader className="w-1/3 sm:w-1/4">Name</TableHeader>
            <TableHeader>Key</TableHeader>
            <TableHeader className="hidden w-36 lg:table-cell">Created</TableHeader>
            <TableHeader className="hidden w-36 sm:table-cell">Last used</TableHeader>
            <ActionsHeader className="w-12" />
          </TableRow>
        </TableHead>
        <TableBody>
          {keys.map((key) => (
            <TableRow key={key.id}>
              <TableCell className="py-1.5">
                <div className="truncate font-mono" title={key.name}>
                  {key.name}
                </div>
                {key.description && (
                  <div className="truncate text-muted" title={key.description}>
                    {key.description}
                  </div>
                )}
              </TableCell>
              <TableCell>
                <KeyValue projectRef={projectRef} apiKey={key} />
              </TableCell>
              <TableCell className="hidden whitespace-nowrap text-muted lg:table-cell">
                <Time date={key.created_at} />
              </TableCell>
              <TableCell className="hidden whitespace-nowrap text-muted sm:table-cell">
                {key.last_used_at ? <Time date={key.last_used_at} /> : 'Never'}
              </TableCell>
              <TableCell align="right" className="pr-1.5">
                {canDelete && (
                  <IconButton label={`Delete ${key.name}`} onClick={() => setLeaving(key)}>
                    <Trash2 className="size-3.5" />
                  </IconButton>
                )}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <RemovalDialog
        action="Delete"
        noun="key"
        item={leaving}
        description={leaving && consequences(leaving)}
        isTyped={leaving !== undefined && leaving.last_used_at !== null}
        removal={remove}
        onClose={() => setLeaving(undefined)}
      />
    </>
  )
}

const consequences = ({ kind, last_used_at }: ApiKey) => (
  <>
    Requests with this {kind} key will be rejected immediately. This can’t be undone.{' '}
    {last_used_at ? (
      <>
        It was last used <Time date={last_used_at} className="font-medium text-text" />.
      </>
    ) : (
      'It has never been used.'
    )}
  </>
)

function KeyValue({ projectRef, apiKey }: { projectRef: string; apiKey: ApiKey }) {
  const can = useCan(projectRef)
  const reveal = useRevealApiKey(projectRef)
  const [isShown, setIsShown] = useState(false)
  const whole = apiKey.value ?? (isShown ? reveal.data : undefined)
  const canRead = apiKey.value !== null || can('key:read_secret')
  return (
    <div className="flex items-center gap-0.5">
      <code className="min-w-0 flex-1 truncate">
        {whole ?? `${apiKey.prefix}${'•'.repeat(12)}`}
      </code>
      {apiKey.value === null && canRead && (
        <IconButton
          label={isShown ? 'Hide' : 'Reveal (recorded in the audit log)'}
          pending={reveal.isPending}
          onClick={() => {
            if (isShown || reveal.data !== undefined) setIsShown(!isShown)
            else reveal.mutate(apiKey.id, { onSuccess: () => setIsShown(true) })
          }}
        >
          {isShown ? <EyeOff className="size-3.5" /> : <Eye className="size-3.5" />}
        </IconButton>
      )}
      {canRead && (
        <CopyButton
          iconOnly
          label={`Copy ${apiKey.name}`}
          text={() => whole ?? reveal.data ?? reveal.mutateAsync(apiKey.id)}
        />
      )}
    </div>
  )
}
