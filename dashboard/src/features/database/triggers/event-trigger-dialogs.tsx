import { ReplacedEventTrigger, type EventTrigger } from '@stoa/contract/services/meta/objects'
import { useGuardedForm } from '../../../components/form/use-guarded-form.ts'
import {
  useDropEventTrigger,
  useUpdateEventTrigger,
  type EventTriggerChange,
} from '../../../data/resources/database/objects.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { objectTarget } from '../object-target.ts'
import { CommentForm } from '../list/comment-sheet.tsx'
import { SqlDialog } from '../list/drop-dialog.tsx'
import { RenameSheet } from '../list/rename-sheet.tsx'
import { dropEventTriggerSql, enableEventTriggerSql } from './event-trigger-sql.ts'

export type ChosenEventTrigger = {
  kind: 'enable' | 'disable' | 'rename' | 'comment' | 'drop'
  trigger: EventTrigger
}

type EventTriggerDialogsProps = {
  projectRef: string
  chosen: ChosenEventTrigger
  onClose: () => void
}

/** Enables, disables, renames, describes or drops an event trigger. */
export function EventTriggerDialogs({ projectRef, chosen, onClose }: EventTriggerDialogsProps) {
  const { kind, trigger } = chosen
  const { id, name } = trigger
  const update = useUpdateEventTrigger(projectRef)
  const drop = useDropEventTrigger(projectRef)
  const { isPending, error } = update
  if (kind === 'rename')
    return (
      <RenameSheet
        projectRef={projectRef}
        name={name}
        target={objectTarget.eventTrigger(trigger)}
        runOf={(newName) => ({
          mutateAsync: () => update.mutateAsync({ id, name: newName }),
          isPending,
          error,
        })}
        onClose={onClose}
      />
    )
  if (kind === 'comment')
    return <EventTriggerComment projectRef={projectRef} trigger={trigger} onClose={onClose} />
  if (kind === 'drop')
    return (
      <SqlDialog
        projectRef={projectRef}
        title={`Drop the event trigger “${name}”?`}
        description="Its function remains. This can’t be undone."
        confirmLabel="Drop event trigger"
        success="Event trigger dropped"
        sql={dropEventTriggerSql(trigger)}
        run={{
          mutateAsync: () => drop.mutateAsync(id),
          isPending: drop.isPending,
          error: drop.error,
        }}
        onClose={onClose}
      />
    )
  const isOn = kind === 'enable'
  const verb = isOn ? 'Enable' : 'Disable'
  return (
    <SqlDialog
      projectRef={projectRef}
      variant={isOn ? 'success' : 'danger'}
      title={`${verb} the event trigger “${name}”?`}
      description={isOn ? 'It runs for future changes to definitions.' : 'It no longer runs.'}
      confirmLabel={`${verb} event trigger`}
      success={isOn ? 'Event trigger enabled' : 'Event trigger disabled'}
      sql={enableEventTriggerSql(trigger, isOn)}
      run={{
        mutateAsync: () => update.mutateAsync({ id, enabled: isOn ? 'origin' : 'disabled' }),
        isPending,
        error,
      }}
      onClose={onClose}
    />
  )
}

type EventTriggerCommentProps = { projectRef: string; trigger: EventTrigger; onClose: () => void }

function EventTriggerComment({ projectRef, trigger, onClose }: EventTriggerCommentProps) {
  const { id, name, comment } = trigger
  const update = useUpdateEventTrigger(projectRef)
  const { mutate, ...guarded } = useGuardedForm({
    schema: CommentOfTrigger,
    record: trigger,
    mutation: {
      ...update,
      mutate: (body: Omit<EventTriggerChange, 'id'>, callbacks) =>
        update.mutate({ id, ...body }, callbacks),
    },
    onSaved() {
      toast.success('Comment saved')
      onClose()
    },
  })
  return (
    <CommentForm
      projectRef={projectRef}
      name={name}
      target={objectTarget.eventTrigger(trigger)}
      comment={comment}
      savingOf={(text) => ({ ...guarded, save: () => mutate({ comment: text }) })}
      onClose={onClose}
    />
  )
}

const CommentOfTrigger = ReplacedEventTrigger.pick({ comment: true })
