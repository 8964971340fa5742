import type { UserDetail } from '@stoa/contract/services/auth/members'
import { useState } from 'react'
import {
  useRemoveUserFactor,
  useResetUserFactors,
} from '../../../data/resources/services/auth/users.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { Item, List, Part } from './panel-parts.tsx'
import { factorName } from '../words.ts'

type UserFactorsProps = { projectRef: string; user: UserDetail; canWrite: boolean }

/** The user's second factors. A member can remove one, or all when every device is lost. */
export function UserFactors({ projectRef, user, canWrite }: UserFactorsProps) {
  const [asked, setAsked] = useState<{ factor: string } | 'all'>()
  const remove = useRemoveUserFactor(projectRef, user.id)
  const reset = useResetUserFactors(projectRef, user.id)
  const { factors } = user
  if (factors.length === 0) return null
  const close = () => setAsked(undefined)
  const isAll = asked === 'all'
  const confirm = () => {
    if (asked === 'all') reset.mutate(undefined, { onSettled: close })
    else if (asked) remove.mutate(asked.factor, { onSettled: close })
  }
  return (
    <Part title="Second factors">
      <List>
        {factors.map((factor) => (
          <Item key={factor.id}>
            <span className="truncate font-medium">
              {factor.friendly_name || factorName(factor.factor_type)}
            </span>
            {factor.friendly_name && (
              <span className="text-muted">{factorName(factor.factor_type)}</span>
            )}
            <Badge variant={factor.status === 'verified' ? 'success' : 'neutral'}>
              {factor.status === 'verified' ? 'Verified' : 'Not verified'}
            </Badge>
            {canWrite && (
              <Button size="sm" className="ml-auto" onClick={() => setAsked({ factor: factor.id })}>
                Remove
              </Button>
            )}
          </Item>
        ))}
        {canWrite && factors.length > 1 && (
          <Item>
            The user lost every device
            <Button size="sm" className="ml-auto" onClick={() => setAsked('all')}>
              Remove all factors
            </Button>
          </Item>
        )}
      </List>
      <ConfirmDialog
        visible={asked !== undefined}
        variant="danger"
        size="md"
        title={isAll ? 'Remove all second factors?' : 'Remove the second factor?'}
        description={
          isAll
            ? 'The user can then sign in without a second factor. Verify the user’s identity first.'
            : 'The user can then sign in without it. Verify the user’s identity first.'
        }
        confirmLabel={isAll ? 'Remove all factors' : 'Remove factor'}
        loading={remove.isPending || reset.isPending}
        onCancel={close}
        onConfirm={confirm}
      />
    </Part>
  )
}
