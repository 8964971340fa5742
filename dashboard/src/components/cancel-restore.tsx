import type { ProjectDetail } from '@stoa/contract/platform/projects'
import { useState } from 'react'
import { useEndRestore } from '../data/resources/platform/backups.ts'
import { Button } from '../ui/buttons/button.tsx'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx'

/** Ends a restore that is in progress, after a confirmation. */
export function CancelRestore({ project }: { project: Pick<ProjectDetail, 'name' | 'ref'> }) {
  const [isAsking, setIsAsking] = useState(false)
  const cancel = useEndRestore(project.ref, 'cancel')
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>Cancel restore</Button>
      <ConfirmDialog
        visible={isAsking}
        variant="warning"
        size="md"
        title="Cancel the restore"
        description={`${project.name} gets back the data that it had before the restore.`}
        cancelLabel="Continue restore"
        confirmLabel="Cancel restore"
        loading={cancel.isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => cancel.mutate(undefined, { onSettled: () => setIsAsking(false) })}
      />
    </>
  )
}
