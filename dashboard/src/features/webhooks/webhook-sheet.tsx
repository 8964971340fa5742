import { DATABASE_EVENTS, type DatabaseWebhook } from '@stoa/contract/services/webhooks/webhooks'
import { useFormValues } from '../../components/form/use-form-values.ts'
import { formProblem } from '../../components/form/form-problem.ts'
import { SchemaSelector } from '../../components/schema-selector.tsx'
import {
  EnabledToggle,
  EventToggles,
  ReceiverFields,
} from '../../components/webhooks/webhook-fields.tsx'
import {
  useCreateDatabaseWebhook,
  useUpdateDatabaseWebhook,
  type DatabaseWebhookDraft,
} from '../../data/resources/database-webhooks.ts'
import { useTables } from '../../data/resources/tables.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Sheet, SheetForm } from '../../ui/sheet.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { headersText, readHeaders } from './header-text.ts'

type SheetProps = { projectRef: string; onClose: () => void }

/** What is typed of a receiver. */
type Receiver = Pick<DatabaseWebhook, 'name' | 'url' | 'enabled'> & {
  headers: string
  /** In seconds. */
  timeout: string
}

/** The receiver of a request, or undefined if something typed is wrong. */
function toReceiver({ name, url, enabled, headers: typed, timeout }: Receiver) {
  const headers = readHeaders(typed)
  const timeout_ms = Math.round(Number(timeout) * 1000)
  if (name.trim() === '' || !isTarget(url) || typeof headers === 'string' || !isTimeout(timeout))
    return undefined
  return { name, url, enabled, headers, timeout_ms }
}

const isTimeout = (text: string) => Number(text) >= 1 && Number(text) <= 60

const isTarget = (url: string) =>
  /^\/functions\/v1\/[\w-]+$/.test(url) || (/^https?:\/\/./.test(url) && URL.canParse(url))

const EMPTY_RECEIVER: Receiver = { name: '', url: '', enabled: true, headers: '', timeout: '5' }
const EMPTY_TRIGGER: Pick<DatabaseWebhookDraft, 'schema' | 'table' | 'events'> = {
  schema: 'public',
  table: '',
  events: [...DATABASE_EVENTS],
}

type NewWebhookSheetProps = SheetProps & { edgeFunction: string | undefined }

export function NewWebhookSheet({ projectRef, edgeFunction, onClose }: NewWebhookSheetProps) {
  const create = useCreateDatabaseWebhook(projectRef)
  const {
    values: typed,
    isDirty,
    change,
  } = useFormValues({
    ...EMPTY_RECEIVER,
    ...(edgeFunction !== undefined && { url: `/functions/v1/${edgeFunction}` }),
    ...EMPTY_TRIGGER,
    condition: '',
  })
  const { schema, table, events, condition } = typed
  const tables = useTables(projectRef, schema)
  const valid = toReceiver(typed)
  const submit = () =>
    valid &&
    create.mutate(
      {
        ...valid,
        schema,
        table,
        events,
        ...(condition.trim() !== '' && { condition: condition.trim() }),
      },
      { onSuccess: onClose },
    )
  return (
    <Sheet open title="New webhook" onClose={onClose}>
      <SheetForm
        className="grid content-start gap-5"
        submitLabel="Create webhook"
        isDirty={isDirty}
        pending={create.isPending}
        problem={formProblem(create.error)}
        canSubmit={valid !== undefined && table !== '' && events.length > 0}
        onSubmit={submit}
        onCancel={onClose}
      >
        <RequestFields value={typed} onChange={change} />
        <Field label="Schema">
          {(control) => (
            <SchemaSelector
              {...control}
              projectRef={projectRef}
              value={schema}
              onValueChange={(next) => change({ schema: next, table: '' })}
            />
          )}
        </Field>
        <Field label="Table">
          {(control) => (
            <Combobox
              {...control}
              value={table === '' ? undefined : table}
              options={(tables.data ?? []).map(({ name }) => ({ value: name, label: name }))}
              placeholder="Select a table"
              searchPlaceholder="Search tables"
              onValueChange={(next) => change({ table: next })}
            />
          )}
        </Field>
        <EventToggles
          events={DATABASE_EVENTS}
          chosen={events}
          wordsOf={(event) => ({ label: event, description: `Sends a request for each ${event}.` })}
          onChange={(chosen) => change({ events: chosen })}
        />
        <Field
          label="Condition"
          description="SQL on NEW and OLD, such as new.state = 'paid'. Leave empty for all rows."
        >
          {(control) => (
            <Input
              {...control}
              className="font-mono text-xs"
              maxLength={10_000}
              autoComplete="off"
              spellCheck={false}
              value={condition}
              onChange={({ target }) => change({ condition: target.value })}
            />
          )}
        </Field>
      </SheetForm>
    </Sheet>
  )
}

export function EditWebhookSheet({
  projectRef,
  webhook,
  onClose,
}: SheetProps & { webhook: DatabaseWebhook }) {
  const update = useUpdateDatabaseWebhook(projectRef, webhook.id)
  const { name, url, enabled, headers, timeout_ms } = webhook
  const {
    values: typed,
    isDirty,
    change,
  } = useFormValues<Receiver>({
    name,
    url,
    enabled,
    headers: headersText(headers),
    timeout: String(timeout_ms / 1000),
  })
  const valid = toReceiver(typed)
  return (
    <Sheet open title={`Edit ${webhook.name}`} onClose={onClose}>
      <SheetForm
        className="grid content-start gap-5"
        submitLabel="Save"
        isDirty={isDirty}
        pending={update.isPending}
        problem={formProblem(update.error)}
        canSubmit={valid !== undefined}
        onSubmit={() => valid && update.mutate(valid, { onSuccess: onClose })}
        onCancel={onClose}
      >
        <RequestFields value={typed} onChange={change} />
        <EnabledToggle isEnabled={typed.enabled} onChange={(isOn) => change({ enabled: isOn })} />
        {webhook.trigger !== null && <CodeBlock label="Trigger" code={webhook.trigger} wrap />}
      </SheetForm>
    </Sheet>
  )
}

type RequestFieldsProps = { value: Receiver; onChange: (next: Partial<Receiver>) => void }

function RequestFields({ value, onChange }: RequestFieldsProps) {
  const headers = readHeaders(value.headers)
  return (
    <>
      <ReceiverFields
        value={value}
        urlDescription="Receives POST requests. For an edge function of this project, enter /functions/v1/ followed by its name."
        urlProblem={
          value.url !== '' && !isTarget(value.url)
            ? 'Enter a URL that starts with https://, or the path of a function.'
            : undefined
        }
        onChange={onChange}
      />
      <Field
        label="Headers"
        aside="optional"
        description="One per line, such as x-source: orders. To use a vault secret, enter authorization: {{secret name}}."
        error={typeof headers === 'string' ? `“${headers}” is not a header.` : undefined}
      >
        {(control) => (
          <Textarea
            {...control}
            className="font-mono text-xs"
            rows={2}
            spellCheck={false}
            value={value.headers}
            onChange={({ target }) => onChange({ headers: target.value })}
          />
        )}
      </Field>
      <Field
        label="Timeout in seconds"
        error={isTimeout(value.timeout) ? undefined : 'Enter a number between 1 and 60.'}
      >
        {(control) => (
          <Input
            {...control}
            className="max-w-24"
            inputMode="decimal"
            value={value.timeout}
            onChange={({ target }) => onChange({ timeout: target.value })}
          />
        )}
      </Field>
    </>
  )
}
