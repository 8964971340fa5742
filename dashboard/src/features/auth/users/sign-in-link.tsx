import type { UserDetail } from '@stoa/contract/services/auth/members'
import { useState } from 'react'
import { ShownOnceDialog } from '../../../components/shown-once-dialog.tsx'
import { useCreateSignInLink } from '../../../data/resources/services/auth/users.ts'
import { formatExact } from '../../../lib/dates.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { Item } from './panel-parts.tsx'
import { nameOf } from '../words.ts'

/** Lets a member use the project's app as the user, with a link that works once. */
export function SignInLink({ projectRef, user }: { projectRef: string; user: UserDetail }) {
  const [isAsked, setIsAsked] = useState(false)
  const create = useCreateSignInLink(projectRef, user.id)
  return (
    <Item>
      Use your app as this user
      <Button size="sm" className="ml-auto" onClick={() => setIsAsked(true)}>
        Create sign-in link
      </Button>
      <ConfirmDialog
        visible={isAsked}
        variant="warning"
        size="md"
        title={`Sign in as ${nameOf(user)}?`}
        description="Anyone with the link can sign in to your app as this user, once. Links that were emailed to the user stop working. The audit log records it."
        confirmLabel="Create link"
        loading={create.isPending}
        onCancel={() => setIsAsked(false)}
        onConfirm={() => create.mutate(undefined, { onSettled: () => setIsAsked(false) })}
      />
      {create.data && (
        <ShownOnceDialog
          title="Sign-in link created"
          description={`Open it in a private window, or it replaces your own session in the app. It works once, until ${formatExact(create.data.expires_at)}.`}
          value={create.data.url}
          valueLabel="sign-in link"
          onClose={create.reset}
        />
      )}
    </Item>
  )
}
