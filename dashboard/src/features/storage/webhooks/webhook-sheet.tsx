import {
  STORAGE_EVENTS,
  StorageWebhookOptions,
  type StorageWebhook,
} from '@stoa/contract/services/storage/webhooks'
import { useFormValues } from '../../../components/form/use-form-values.ts'
import { formProblem } from '../../../components/form/form-problem.ts'
import { ShownOnceDialog } from '../../../components/shown-once-dialog.tsx'
import {
  EnabledToggle,
  EventToggles,
  ReceiverFields,
} from '../../../components/webhooks/webhook-fields.tsx'
import { useBuckets } from '../../../data/resources/storage-buckets.ts'
import {
  useCreateStorageWebhook,
  useUpdateStorageWebhook,
  type WebhookOptions,
} from '../../../data/resources/storage-webhooks.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Sheet, SheetForm } from '../../../ui/sheet.tsx'

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
      pending={create.isPending}
      error={create.error}
      onSubmit={(options) => create.mutate(options)}
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
      pending={update.isPending}
      error={update.error}
      onSubmit={(options) => update.mutate(options, { onSuccess: onClose })}
    />
  )
}

type WebhookFormProps = SheetProps & {
  title: string
  submitLabel: string
  initial: WebhookOptions
  pending: boolean
  error: Error | null
  onSubmit: (options: WebhookOptions) => void
}

/** The value of the choice for all buckets, which no bucket can have as its name. */
const ALL = '/'
const LABELS = { 'object.created': 'Created files', 'object.removed': 'Removed files' } as const

function WebhookForm({ projectRef, initial, error, ...props }: WebhookFormProps) {
  const { name, url, bucket, prefix, events, enabled } = initial
  const {
    values: options,
    body,
    problems,
    showProblems,
    isDirty,
    change,
  } = useFormValues<WebhookOptions, WebhookOptions>(
    { name, url, bucket, prefix, events, enabled },
    StorageWebhookOptions,
  )
  const buckets = useBuckets(projectRef)
  const ids = new Set([...(buckets.data ?? []).map(({ id }) => id), ...(bucket ? [bucket] : [])])
  return (
    <Sheet open title={props.title} onClose={props.onClose}>
      <SheetForm
        className="grid content-start gap-5"
        submitLabel={props.submitLabel}
        isDirty={isDirty}
        pending={props.pending}
        problem={formProblem(error)}
        showProblems={showProblems}
        onSubmit={() => body && props.onSubmit(body)}
        onCancel={props.onClose}
      >
        <ReceiverFields
          value={options}
          urlDescription="Receives POST requests, signed as Standard Webhooks."
          nameProblem={problems.name}
          urlProblem={problems.url}
          onChange={change}
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
        <EventToggles
          events={STORAGE_EVENTS}
          chosen={options.events}
          wordsOf={(event) => ({ label: LABELS[event], description: `Sends ${event}.` })}
          onChange={(chosen) => change({ events: chosen })}
        />
        <EnabledToggle isEnabled={options.enabled} onChange={(isOn) => change({ enabled: isOn })} />
      </SheetForm>
    </Sheet>
  )
}
