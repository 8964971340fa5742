import {
  STORAGE_EVENTS,
  StorageWebhookOptions,
  type StorageWebhook,
} from '@stoa/contract/services/storage/webhooks'
import { useForm } from '../../../components/form/use-form.ts'
import type { FormMutation } from '../../../components/form/use-sending.ts'
import { ShownOnceDialog } from '../../../components/shown-once-dialog.tsx'
import {
  EnabledToggle,
  EventList,
  WebhookName,
  WebhookUrl,
} from '../../../components/webhooks/webhook-fields.tsx'
import { useBuckets } from '../../../data/resources/services/storage/buckets.ts'
import {
  useCreateStorageWebhook,
  useUpdateStorageWebhook,
  type WebhookOptions,
} from '../../../data/resources/services/storage/webhooks.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { Sheet, SheetForm } from '../../../ui/overlays/sheet.tsx'

const EMPTY: WebhookOptions = {
  name: '',
  url: '',
  bucket: null,
  prefix: '',
  events: [...STORAGE_EVENTS],
  enabled: true,
}

type SheetProps = { projectRef: string; onClose: () => void }

export function NewWebhookSheet({ projectRef, onClose }: SheetProps) {
  const create = useCreateStorageWebhook(projectRef)
  if (create.data) {
    return (
      <ShownOnceDialog
        title="Webhook created"
        description="Copy the signing secret now. It can’t be shown again."
        value={create.data.secret}
        valueLabel="signing secret"
        onClose={onClose}
      />
    )
  }
  return (
    <WebhookForm
      {...{ projectRef, onClose }}
      title="New webhook"
      submitLabel="Create webhook"
      initial={EMPTY}
      mutation={create}
    />
  )
}

export function EditWebhookSheet({
  projectRef,
  webhook,
  onClose,
}: SheetProps & { webhook: StorageWebhook }) {
  const update = useUpdateStorageWebhook(projectRef, webhook.id)
  return (
    <WebhookForm
      {...{ projectRef, onClose }}
      title={`Edit ${webhook.name}`}
      submitLabel="Save"
      initial={webhook}
      mutation={update}
      onSaved={onClose}
    />
  )
}

type WebhookFormProps = SheetProps & {
  title: string
  submitLabel: string
  initial: WebhookOptions
  mutation: FormMutation<WebhookOptions>
  onSaved?: () => void
}

/** The option for all buckets; no bucket can have this name. */
const ALL = '/'
const LABELS = { 'object.created': 'Created files', 'object.removed': 'Removed files' } as const

function WebhookForm({ projectRef, initial, mutation, onSaved, ...props }: WebhookFormProps) {
  const { name, url, bucket, prefix, events, enabled } = initial
  const {
    values: options,
    problems,
    change,
    state,
  } = useForm<WebhookOptions, WebhookOptions>({
    kind: 'record',
    schema: StorageWebhookOptions,
    values: { name, url, bucket, prefix, events, enabled },
    mutation,
    ...(onSaved && { onSuccess: onSaved }),
  })
  const buckets = useBuckets(projectRef)
  const ids = new Set([...(buckets.data ?? []).map(({ id }) => id), ...(bucket ? [bucket] : [])])
  return (
    <Sheet open title={props.title} onClose={props.onClose}>
      <SheetForm submitLabel={props.submitLabel} {...state} onCancel={props.onClose}>
        <WebhookName
          value={options.name}
          problem={problems.name}
          onChange={(next) => change({ name: next })}
        />
        <WebhookUrl
          value={options.url}
          description="Receives POST requests, signed as Standard Webhooks."
          problem={problems.url}
          onChange={(next) => change({ url: next })}
        />
        <Field label="Bucket">
          {(control) => (
            <Select
              {...control}
              value={options.bucket ?? ALL}
              options={[
                { value: ALL, label: 'All buckets' },
                ...[...ids].map((id) => ({ value: id, label: id })),
              ]}
              onValueChange={(next) => change({ bucket: next === ALL ? null : next })}
            />
          )}
        </Field>
        <Field
          label="Path prefix"
          description="Only files whose paths start with it, such as photos/. Leave empty for all files."
          error={problems.prefix}
        >
          {(control) => (
            <Input
              {...control}
              className="font-mono text-xs"
              autoComplete="off"
              value={options.prefix}
              onChange={({ target }) => change({ prefix: target.value })}
            />
          )}
        </Field>
        <EventList
          events={STORAGE_EVENTS}
          chosen={options.events}
          labelOf={(event) => LABELS[event]}
          onChange={(chosen) => change({ events: chosen })}
        />
        <EnabledToggle isEnabled={options.enabled} onChange={(isOn) => change({ enabled: isOn })} />
      </SheetForm>
    </Sheet>
  )
}
