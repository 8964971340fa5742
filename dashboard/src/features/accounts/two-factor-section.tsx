import { useState } from 'react'
import { QueryList } from '../../components/list/query-list.tsx'
import { RecordList } from '../../components/list/record-list.tsx'
import { Time } from '../../components/time.tsx'
import { useFactors, useRemoveFactor } from '../../data/resources/platform/mfa.ts'
import type { Factor } from '../../data/client/second-factor.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { AddFactorDialog } from './add-factor-dialog.tsx'
import { factorName } from './factor-name.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

/** The account's authenticator apps: add, list, remove. */
export function TwoFactorSection() {
  const factors = useFactors()
  const [isAdding, setIsAdding] = useState(false)
  const count = factors.data?.length ?? 0
  const add = <Button onClick={() => setIsAdding(true)}>Add authenticator app</Button>
  return (
    <Section
      id="two-factor"
      className="scroll-mt-(--shell-top)"
      title="Two-factor authentication"
      description="Enter a code from an authenticator app after your password. Keep recovery codes or a second app as a backup: without either, only an operator can restore your access."
    >
      <QueryList
        label="authenticator apps"
        query={factors}
        skeleton={<Skeleton className="h-10" />}
        empty={{
          title: 'No authenticator apps',
          description: 'Your password alone signs you in.',
          action: add,
        }}
      >
        {(items) => (
          <RecordList
            label="Authenticator apps"
            items={items}
            row={(factor) => ({
              title: factorName(factor),
              state: (
                <>
                  Added <Time date={factor.createdAt} />
                </>
              ),
              action: <RemoveFactor factor={factor} isLast={count === 1} />,
            })}
          />
        )}
      </QueryList>
      {count > 0 && <div>{add}</div>}
      {count > 0 && <RecoveryCodes />}
      {isAdding && <AddFactorDialog isFirst={count === 0} onClose={() => setIsAdding(false)} />}
    </Section>
  )
}

function RemoveFactor({ factor, isLast }: { factor: Factor; isLast: boolean }) {
  const [isAsking, setIsAsking] = useState(false)
  const remove = useRemoveFactor()
  const name = factorName(factor)
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Remove ${name}`}
        onClick={() => setIsAsking(true)}
      >
        Remove
      </Button>
      <ConfirmDialog
        visible={isAsking}
        variant="danger"
        size="md"
        title={`Remove ${name}`}
        description={
          isLast
            ? 'You’ll sign in with your password only, and lose access to organizations that require multi-factor authentication.'
            : 'Its codes stop working. Your other authenticator apps keep working.'
        }
        confirmLabel="Remove"
        loading={remove.isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => remove.mutate(factor.id, { onSettled: () => setIsAsking(false) })}
      />
    </>
  )
}
