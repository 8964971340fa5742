import type { PostgresParameter } from '@stoa/contract/platform/postgres-settings'
import { useState } from 'react'
import { useCan, useProject, useProjectTransition } from '../../data/resources/platform/projects.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'

type PendingRestartProps = { projectRef: string; settings: readonly PostgresParameter[] }

/** The settings that the running database does not have yet, and the restart that applies them. */
export function PendingRestart({ projectRef, settings }: PendingRestartProps) {
  const [isAsking, setIsAsking] = useState(false)
  const canRestart = useCan(projectRef)('project:pause')
  const { data: project } = useProject(projectRef)
  const restart = useProjectTransition(projectRef, 'restart')
  const pending = settings.filter(({ is_pending }) => is_pending).map(({ name }) => name)
  if (pending.length === 0) return null
  const isRestarting = project?.status === 'RESTARTING'
  return (
    <>
      <Callout
        type="caution"
        title={isRestarting ? 'Restarting' : 'A restart applies the changed settings'}
        action={
          canRestart && (
            <Button disabled={isRestarting} onClick={() => setIsAsking(true)}>
              Restart project
            </Button>
          )
        }
      >
        {new Intl.ListFormat('en').format(pending)}
      </Callout>
      <ConfirmDialog
        visible={isAsking}
        variant="warning"
        title="Restart the project"
        description="The API and the database are unavailable for a few seconds, and open connections are closed."
        confirmLabel="Restart project"
        loading={restart.isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => restart.mutate(undefined, { onSettled: () => setIsAsking(false) })}
      />
    </>
  )
}
