import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import { QueryError } from '../../components/query-error.tsx'
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
  return (
    <Section
      id="two-factor"
      className="scroll-mt-(--shell-top)"
      title="Two-factor authentication"
      description="Enter a code from an authenticator app after your password. Keep recovery codes or a second app as a backup: without either, only an operator can restore your access."
    >
      {factors.isPending && <Skeleton className="h-10" />}
      {factors.error && (
        <QueryError
          error={factors.error}
          title="Could not load your authenticator apps"
          onRetry={() => void factors.refetch()}
        />
      )}
      {count > 0 && (
        <ul className="divide-y rounded-md border bg-raised">
          {factors.data?.map((factor) => (
            <FactorRow key={factor.id} factor={factor} isLast={count === 1} />
          ))}
        </ul>
      )}
      {factors.data && (
        <div>
          <Button onClick={() => setIsAdding(true)}>Add authenticator app</Button>
        </div>
      )}
      {count > 0 && <RecoveryCodes />}
      {isAdding && <AddFactorDialog isFirst={count === 0} onClose={() => setIsAdding(false)} />}
    </Section>
  )
}

function FactorRow({ factor, isLast }: { factor: Factor; isLast: boolean }) {
  const [isAsking, setIsAsking] = useState(false)
  const remove = useRemoveFactor()
  const name = factorName(factor)
  return (
    <li className="flex min-h-10 items-center gap-3 px-3 py-1.5">
      <Smartphone className="shrink-0 text-muted" />
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
        <span className="min-w-0 flex-1 basis-40 truncate font-medium">{name}</span>
        <span className="text-xs text-muted">
          Added <Time date={factor.createdAt} />
        </span>
      </div>
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
    </li>
  )
}
