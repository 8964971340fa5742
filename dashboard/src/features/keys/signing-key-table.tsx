import type { SigningKey, SigningKeyState } from '@stoa/contract/platform/keys'
import { useState } from 'react'
import { Time } from '../../components/time.tsx'
import { useCan } from '../../data/resources/platform/projects.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import {
  ActionsHeader,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../ui/display/table.tsx'
import { RevealSigningKeyDialog } from './reveal-signing-key-dialog.tsx'
import { SigningKeyActions, type SigningKeyAction } from './signing-key-actions.tsx'
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
      <Table aria-label="Signing keys">
        <TableHead>
          <TableRow>
            <TableHeader>Status</TableHeader>
            <TableHeader className="max-sm:px-1.5">Algorithm</TableHeader>
            <TableHeader className="hidden sm:table-cell">Key ID</TableHeader>
            <TableHeader className="hidden md:table-cell">Since</TableHeader>
            <ActionsHeader />
          </TableRow>
        </TableHead>
        <TableBody>
          {sorted.map((key) => {
            const { label, variant, says } = STATES[key.state]
            return (
              <TableRow key={key.id}>
                <TableCell className="whitespace-nowrap">
                  <Badge variant={variant}>{label}</Badge>
                  <span className="ml-2 hidden text-muted lg:inline">{says}</span>
                </TableCell>
                <TableCell className="whitespace-nowrap max-sm:px-1.5">
                  {key.algorithm}
                  {key.is_legacy && <span className="ml-2 text-muted">Legacy</span>}
                  <code className="block text-muted sm:hidden">{key.id.slice(0, 8)}</code>
                </TableCell>
                <TableCell className="hidden whitespace-nowrap sm:table-cell">
                  <span className="flex items-center gap-0.5">
                    <code title={key.id}>{key.id.slice(0, 8)}</code>
                    <CopyButton iconOnly text={key.id} label="Copy key ID" />
                  </span>
                </TableCell>
                <TableCell className="hidden whitespace-nowrap text-muted md:table-cell">
                  <Time date={key.state_changed_at} />
                </TableCell>
                <TableCell align="right" className="pr-1.5 pl-0">
                  <span className="flex items-center justify-end gap-1">
                    {key.state === 'standby' && can('key:manage') && (
                      <Button size="sm" onClick={() => setAsked({ action: 'rotate', key })}>
                        Rotate
                      </Button>
                    )}
                    <SigningKeyActions
                      signingKey={key}
                      canManage={can('key:manage')}
                      onAsk={(action) => setAsked({ action, key })}
                    />
                  </span>
                </TableCell>
              </TableRow>
            )
          })}
        </TableBody>
      </Table>
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
