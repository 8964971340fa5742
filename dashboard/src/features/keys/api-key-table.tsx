import type { ApiKey } from '@stoa/contract/platform/keys'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { RecordTable, type RecordColumn } from '../../components/list/record-table.tsx'
import { RemovalDialog } from '../../components/removal-dialog.tsx'
import { Time } from '../../components/time.tsx'
import { useDeleteApiKey, useRevealApiKey } from '../../data/resources/platform/keys.ts'
import { useCan } from '../../data/resources/platform/projects.ts'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'

type ApiKeyTableProps = { projectRef: string; label: string; keys: readonly ApiKey[] }

export function ApiKeyTable({ projectRef, label, keys }: ApiKeyTableProps) {
  const can = useCan(projectRef)
  const remove = useDeleteApiKey(projectRef)
  const [leaving, setLeaving] = useState<ApiKey>()
  // The server refuses to delete the last key of a kind, so the table does not offer it.
  const canDelete = can('key:manage') && keys.length > 1
  return (
    <>
      <RecordTable
        label={label}
        items={keys}
        nameOf={({ name }) => name}
        columns={columnsOf(projectRef)}
        {...(canDelete && {
          actions: (key: ApiKey) => [
            { label: 'Delete key', variant: 'danger', onSelect: () => setLeaving(key) } as const,
          ],
        })}
      />
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

const columnsOf = (projectRef: string): readonly RecordColumn<ApiKey>[] => [
  {
    header: 'Name',
    className: 'w-1/3 sm:w-1/4',
    textClassName: 'py-1.5',
    cell: ({ name, description }) => (
      <>
        <div className="truncate font-mono" title={name}>
          {name}
        </div>
        {description && (
          <div className="truncate text-muted" title={description}>
            {description}
          </div>
        )}
      </>
    ),
  },
  { header: 'Key', cell: (key) => <KeyValue projectRef={projectRef} apiKey={key} /> },
  {
    header: 'Created',
    className: 'hidden w-36 lg:table-cell',
    textClassName: 'whitespace-nowrap text-muted',
    cell: ({ created_at }) => <Time date={created_at} />,
  },
  {
    header: 'Last used',
    className: 'hidden w-36 sm:table-cell',
    textClassName: 'whitespace-nowrap text-muted',
    cell: ({ last_used_at }) => (last_used_at ? <Time date={last_used_at} /> : 'Never'),
  },
]

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
