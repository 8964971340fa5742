import type { EventTrigger } from '@stoa/contract/services/meta/objects'
import { CommentSheet } from '../list/comment-sheet.tsx'
import { ChangeDialog } from '../list/drop-dialog.tsx'
import { RenameSheet } from '../list/rename-sheet.tsx'

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
  const { id, name, comment } = trigger
  const shared = { projectRef, onClose }
  if (kind === 'rename')
    return (
      <RenameSheet
        {...shared}
        name={name}
        changeOf={(newName) => ({ kind: 'alter_event_trigger', id, change: { name: newName } })}
      />
    )
  if (kind === 'comment')
    return (
      <CommentSheet
        {...shared}
        name={name}
        changeOf={(text) => ({ kind: 'alter_event_trigger', id, change: { comment: text } })}
        replaces={{ kind: 'comment', catalog: 'pg_event_trigger', id, comment }}
      />
    )
  if (kind === 'drop')
    return (
      <ChangeDialog
        {...shared}
        title={`Delete the event trigger “${name}”?`}
        description="Its function remains. This can’t be undone."
        confirmLabel="Delete event trigger"
        success="Event trigger deleted"
        change={{ kind: 'drop_event_trigger', id }}
      />
    )
  const isOn = kind === 'enable'
  const verb = isOn ? 'Enable' : 'Disable'
  return (
    <ChangeDialog
      {...shared}
      variant={isOn ? 'success' : 'danger'}
      title={`${verb} the event trigger “${name}”?`}
      description={isOn ? 'It runs for future changes to definitions.' : 'It no longer runs.'}
      confirmLabel={`${verb} event trigger`}
      success={isOn ? 'Event trigger enabled' : 'Event trigger disabled'}
      change={{
        kind: 'alter_event_trigger',
        id,
        change: { enabled: isOn ? 'origin' : 'disabled' },
      }}
    />
  )
}
