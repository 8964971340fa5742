import type { VaultKey } from '@stoa/contract/services/vault/secrets'
import { useState } from 'react'
import { QueryError } from '../../components/query-error.tsx'
import { Time } from '../../components/time.tsx'
import { useCan } from '../../data/resources/platform/projects.ts'
import { useRotateVaultKey, useVaultKey } from '../../data/resources/services/vault/secrets.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

/** The key of the vault: its id, its age, its rotation, and a warning if it was lost. */
export function KeySection({ projectRef }: { projectRef: string }) {
  const { data, error, refetch } = useVaultKey(projectRef)
  return (
    <section aria-label="Encryption key" className="mt-8 grid gap-3 border-t pt-6">
      <h2 className="text-sm font-semibold">Encryption key</h2>
      {error && !data && (
        <QueryError error={error} title="Could not load the key" onRetry={() => void refetch()} />
      )}
      {!error && !data && <Skeleton className="h-16" />}
      {data && <Key projectRef={projectRef} vaultKey={data} />}
    </section>
  )
}

function Key({ projectRef, vaultKey }: { projectRef: string; vaultKey: VaultKey }) {
  const can = useCan(projectRef)
  const rotate = useRotateVaultKey(projectRef)
  const [isAsking, setIsAsking] = useState(false)
  const { id, rotated_at: rotatedAt, secrets, unreadable_secrets: unreadable } = vaultKey
  return (
    <>
      {id === null ? (
        <Callout type="danger" title="The file with the key is missing">
          No secret can be read or created. Restore the file <code>stoa.key</code> in the project’s
          data directory, or restart the project for a new key, which can’t decrypt the existing
          secrets.
        </Callout>
      ) : (
        unreadable > 0 && (
          <Callout type="danger" title={`${unreadable} of ${secrets} secrets can’t be decrypted`}>
            The database no longer has the key that encrypted them, for example because their rows
            came from another database. Set their values again, or delete them.
          </Callout>
        )
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 gap-0.5 text-muted">
          {id !== null && <code className="truncate">{id}</code>}
          <p>
            {rotatedAt ? (
              <>
                Rotated <Time date={rotatedAt} />
              </>
            ) : (
              'Not rotated yet'
            )}
          </p>
        </div>
        {can('vault:write') && id !== null && (
          <Button onClick={() => setIsAsking(true)}>Rotate key</Button>
        )}
      </div>
      <ConfirmDialog
        visible={isAsking}
        size="md"
        title="Rotate the encryption key"
        description="All secrets are encrypted with a new key, and the old key is deleted. Names, values, and IDs stay the same. Earlier copies of the data directory still contain the old key, so also replace the values of secrets that may have leaked."
        confirmLabel="Rotate key"
        loading={rotate.isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => rotate.mutate(undefined, { onSettled: () => setIsAsking(false) })}
      />
    </>
  )
}
