import { useState } from 'react'
import { QueryError } from '../../components/query-error.tsx'
import { ShownOnceDialog } from '../../components/shown-once-dialog.tsx'
import { useGenerateRecoveryCodes, useRecoveryCodes } from '../../data/resources/platform/mfa.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'

/** The codes with which somebody signs in who has lost their authenticator app. */
export function RecoveryCodes() {
  const { data: counts, error, isPending, refetch } = useRecoveryCodes({ enabled: true })
  const generate = useGenerateRecoveryCodes()
  const [isAsking, setIsAsking] = useState(false)
  if (isPending) return <Skeleton className="h-14" />
  if (counts === undefined) {
    return (
      <QueryError
        error={error}
        title="Could not load your recovery codes"
        onRetry={() => void refetch()}
      />
    )
  }
  const replaces = counts !== null
  const start = () => generate.mutate({ replaces }, { onSettled: () => setIsAsking(false) })
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-md border bg-raised px-3 py-2">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium">Recovery codes</p>
        <p className="text-muted">
          {counts === null
            ? 'None yet. With one, you can sign in if you lose your authenticator app.'
            : `${counts.remaining} of ${counts.total} left. Each code works once.`}
        </p>
      </div>
      <Button
        pending={generate.isPending && !isAsking}
        onClick={() => (replaces ? setIsAsking(true) : start())}
      >
        {replaces ? 'Generate new codes' : 'Generate codes'}
      </Button>
      <ConfirmDialog
        visible={isAsking}
        variant="warning"
        size="md"
        title="Generate new recovery codes?"
        description="Your current recovery codes stop working."
        confirmLabel="Generate new codes"
        loading={generate.isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={start}
      />
      {generate.data && !isAsking && (
        <ShownOnceDialog
          title="Your recovery codes"
          description="Store them in a safe place, apart from your authenticator app. They won’t be shown again."
          value={generate.data.map(inGroups).join('\n')}
          valueLabel="recovery codes"
          onClose={() => generate.reset()}
        />
      )}
    </div>
  )
}

/** Splits a code into groups of four characters, which are easier to read and type. */
const inGroups = (code: string) => code.match(/.{1,4}/g)?.join('-') ?? code
