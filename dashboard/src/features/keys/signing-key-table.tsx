import type { SigningKey, SigningKeyState } from '@stoa/contract/platform/keys'
import { useState } from 'react'
import { RecordTable, type RecordColumn } from '../../components/list/record-table.tsx'
import { Time } from '../../components/time.tsx'
import { useCan } from '../../data/resources/platform/projects.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { RevealSigningKeyDialog } from './reveal-signing-key-dialog.tsx'
import { signingKeyActions, type SigningKeyAction } from './signing-key-actions.ts'
import { SigningKeyConfirm } from './signing-key-confirm.tsx'

type SigningKeyTableProps = { projectRef: string; keys: readonly SigningKey[] }

/** The display order: the key in use, then the standby key, then previous keys. */
const ORDER: readonly SigningKeyState[] = ['in_use', 'standby', 'previously_used', 'revoked']

const STATES = {
  in_use: { label: 'In use', variant: 'success', says: 'Signs new tokens' },
  standby: { label: 'Standby', variant: 'accent', says: 'Published, signs next' },
  previously_used: {
    label: 'Previously used',
    variant: 'neutral',
    says: 'Its tokens are still valid',
  },
  revoked: { label: 'Revoked', variant: 'danger', says: 'Its tokens are rejected' },
} as const

export function SigningKeyTable({ projectRef, keys }: SigningKeyTableProps) {
  const can = useCan(projectRef)
  const [asked, setAsked] = useState<{ action: SigningKeyAction; key: SigningKey }>()
  const sorted = keys.toSorted(
    (left, right) =>
      ORDER.indexOf(left.state) - ORDER.indexOf(right.state) ||
      right.state_changed_at.localeCompare(left.state_changed_at),
  )
  const close = () => setAsked(undefined)
  return (
    <>
      <RecordTable
        label="Signing keys"
        items={sorted}
        nameOf={({ id }) => `key ${id.slice(0, 8)}`}
        columns={COLUMNS}
        actionsClassName="w-28"
        renderButtons={(key) =>
          key.state === 'standby' &&
          can('key:manage') && (
            <Button size="sm" onClick={() => setAsked({ action: 'rotate', key })}>
              Rotate
            </Button>
          )
        }
        actions={(key) =>
          signingKeyActions(key, {
            canManage: can('key:manage'),
            ask: (action) => setAsked({ action, key }),
          })
        }
      />
      {asked?.action === 'reveal' && (
        <RevealSigningKeyDialog projectRef={projectRef} signingKey={asked.key} onClose={close} />
      )}
      {asked && asked.action !== 'reveal' && (
        <SigningKeyConfirm
          projectRef={projectRef}
          action={asked.action}
          signingKey={asked.key}
          onClose={close}
        />
      )}
    </>
  )
}

const COLUMNS: readonly RecordColumn<SigningKey>[] = [
  {
    header: 'Status',
    textClassName: 'py-1.5',
    cell: ({ state }) => {
      const { label, variant, says } = STATES[state]
      return (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <Badge variant={variant}>{label}</Badge>
          <span className="text-muted">{says}</span>
        </div>
      )
    },
  },
  {
    header: 'Algorithm',
    className: 'w-28 sm:w-36',
    cell: ({ algorithm, is_legacy }) => (
      <>
        {algorithm}
        {is_legacy && <span className="ml-2 text-muted">Legacy</span>}
      </>
    ),
  },
  {
    header: 'Key ID',
    className: 'hidden w-36 sm:table-cell',
    cell: ({ id }) => (
      <span className="flex items-center gap-0.5">
        <code title={id}>{id.slice(0, 8)}</code>
        <CopyButton iconOnly text={id} label="Copy key ID" />
      </span>
    ),
  },
  {
    header: 'Since',
    className: 'hidden w-36 md:table-cell',
    textClassName: 'whitespace-nowrap text-muted',
    cell: ({ state_changed_at }) => <Time date={state_changed_at} />,
  },
]
