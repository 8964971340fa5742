import {
  createAlertChannel,
  ReplacedAlertChannel,
  updateAlertChannel,
  type AlertChannel,
} from '@stoa/contract/services/alerts/channels'
import { useState } from 'react'
import { sentTo } from '../../components/form/checked-by.ts'
import { ConflictDialog } from '../../components/form/conflict-dialog.tsx'
import { useForm } from '../../components/form/use-form.ts'
import {
  useCreateAlertChannel,
  useUpdateAlertChannel,
  type AlertChannelChange,
  type AlertChannelDraft,
} from '../../data/resources/services/alerts/channels.ts'
import { Sheet, SheetForm } from '../../ui/overlays/sheet.tsx'
import {
  changeBody,
  changeProblems,
  draftBody,
  draftOf,
  draftProblems,
  newChannel,
  type ChannelDraft,
} from './channel-draft.ts'
import { ChannelFields } from './channel-fields.tsx'

type SheetProps = { projectRef: string; onClose: () => void }

const NEW = sentTo(createAlertChannel, draftBody, draftProblems)
const CHANGED = sentTo(updateAlertChannel, changeBody, changeProblems)

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

export function NewChannelSheet({
  projectRef,
  onSecret,
  onClose,
}: SheetProps & { onSecret: (secret: string) => void }) {
  const create = useCreateAlertChannel(projectRef)
  const [values] = useState(() => newChannel(ownZone()))
  const form = useForm<ChannelDraft, AlertChannelDraft, { secret: string | null }>({
    schema: NEW,
    values,
    mutation: create,
    onSuccess({ secret }) {
      if (secret !== null) onSecret(secret)
      onClose()
    },
  })
  return (
    <Sheet open title="New channel" onClose={onClose}>
      <SheetForm {...form.state} submitLabel="Create channel" onCancel={onClose}>
        <ChannelFields projectRef={projectRef} form={form} isNew />
      </SheetForm>
    </Sheet>
  )
}

export function EditChannelSheet({
  projectRef,
  channel,
  onClose,
}: SheetProps & { channel: AlertChannel }) {
  const update = useUpdateAlertChannel(projectRef)
  const form = useForm({
    kind: 'record',
    schema: CHANGED,
    values: draftOf(channel, ownZone()),
    mutation: {
      ...update,
      mutate: (body: AlertChannelChange, callbacks) =>
        update.mutate({ id: channel.id, ...body }, callbacks),
    },
    guard: { schema: ReplacedAlertChannel, record: channel },
    onSuccess: onClose,
  })
  return (
    <Sheet open title={`Edit ${channel.name}`} onClose={onClose}>
      <SheetForm
        {...form.state}
        submitLabel="Save channel"
        canSubmit={form.state.isDirty}
        onCancel={onClose}
      >
        <ChannelFields projectRef={projectRef} form={form} isNew={false} />
      </SheetForm>
      {form.conflict && <ConflictDialog {...form.conflict} />}
    </Sheet>
  )
}
