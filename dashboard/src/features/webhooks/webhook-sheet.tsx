import {
  createDatabaseWebhook,
  DATABASE_EVENTS,
  ReplacedWebhook,
  updateDatabaseWebhook,
  type DatabaseWebhook,
} from '@stoa/contract/services/webhooks/webhooks'
import { sentTo } from '../../components/form/checked-by.ts'
import { ConflictDialog } from '../../components/form/conflict-dialog.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { SchemaSelector } from '../../components/schema-selector.tsx'
import { EnabledToggle, EventList, WebhookName } from '../../components/webhooks/webhook-fields.tsx'
import {
  useCreateDatabaseWebhook,
  useUpdateDatabaseWebhook,
  type DatabaseWebhookDraft,
} from '../../data/resources/services/webhooks/webhooks.ts'
import { useTables } from '../../data/resources/services/meta/tables.ts'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { Combobox } from '../../ui/inputs/combobox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Sheet, SheetForm } from '../../ui/overlays/sheet.tsx'
import { Textarea } from '../../ui/inputs/textarea.tsx'
import { headersText, readHeaders } from './header-text.ts'
import { TargetFields } from './target-fields.tsx'

type SheetProps = { projectRef: string; onClose: () => void }

/** The input for a receiver. */
type Receiver = Pick<DatabaseWebhook, 'name' | 'url' | 'enabled'> & {
  headers: string
  /** In seconds. */
  timeout: string
}

const toReceiver = ({ name, url, enabled, headers, timeout }: Receiver) => ({
  name,
  url,
  enabled,
  headers: readHeaders(headers),
  timeout_ms: Math.round(Number(timeout) * 1000),
})

function receiverProblems({ name, url, headers: typed, timeout }: Receiver) {
  const headers = readHeaders(typed)
  return {
    name: name.trim() === '' ? 'Enter a name.' : undefined,
    url: isTarget(url)
      ? undefined
      : 'Enter a URL that starts with https://, or the path of a function.',
    headers: typeof headers === 'string' ? `“${headers}” is not a header.` : undefined,
    timeout: isTimeout(timeout) ? undefined : 'Enter a number between 1 and 60.',
  }
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

type NewWebhook = Receiver & typeof EMPTY_TRIGGER & { condition: string }

const NEW_WEBHOOK = sentTo(
  createDatabaseWebhook,
  ({ schema, table, events, condition, ...receiver }: NewWebhook) => ({
    ...toReceiver(receiver),
    schema,
    table,
    events,
    ...(condition.trim() !== '' && { condition }),
  }),
  ({ table, ...receiver }) => ({
    ...receiverProblems(receiver),
    table: table === '' ? 'Select a table.' : undefined,
  }),
)

const CHANGED_WEBHOOK = sentTo(updateDatabaseWebhook, toReceiver, receiverProblems)

type NewWebhookSheetProps = SheetProps & { edgeFunction: string | undefined }

export function NewWebhookSheet({ projectRef, edgeFunction, onClose }: NewWebhookSheetProps) {
  const create = useCreateDatabaseWebhook(projectRef)
  const {
    values: typed,
    problems,
    change,
    state,
  } = useForm<NewWebhook, DatabaseWebhookDraft>({
    schema: NEW_WEBHOOK,
    values: {
      ...EMPTY_RECEIVER,
      ...(edgeFunction !== undefined && { url: `/functions/v1/${edgeFunction}` }),
      ...EMPTY_TRIGGER,
      condition: '',
    },
    mutation: create,
    onSuccess: onClose,
  })
  const { schema, table, events, condition } = typed
  const tables = useTables(projectRef, schema)
  return (
    <Sheet open title="New webhook" onClose={onClose}>
      <SheetForm submitLabel="Create webhook" {...state} onCancel={onClose}>
        <RequestFields
          projectRef={projectRef}
          value={typed}
          problems={problems}
          onChange={change}
        />
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
        <Field label="Table" error={problems.table}>
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
        <EventList
          events={DATABASE_EVENTS}
          chosen={events}
          onChange={(chosen) => change({ events: chosen })}
        />
        <Field
          label="Condition"
          error={problems.condition}
          description="SQL on NEW and OLD, such as new.state = 'paid'. Leave empty for all rows."
        >
          {(control) => (
            <Input
              {...control}
              className="font-mono text-xs"
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
    problems,
    change,
    state,
    conflict,
  } = useForm({
    kind: 'record',
    schema: CHANGED_WEBHOOK,
    values: {
      name,
      url,
      enabled,
      headers: headersText(headers),
      timeout: String(timeout_ms / 1000),
    },
    mutation: update,
    guard: { schema: ReplacedWebhook, record: webhook },
    onSuccess: onClose,
  })
  return (
    <Sheet open title={`Edit ${webhook.name}`} onClose={onClose}>
      <SheetForm submitLabel="Save" {...state} onCancel={onClose}>
        <RequestFields
          projectRef={projectRef}
          value={typed}
          problems={problems}
          onChange={change}
        />
        <EnabledToggle isEnabled={typed.enabled} onChange={(isOn) => change({ enabled: isOn })} />
        {webhook.trigger !== null && <CodeBlock label="Trigger" code={webhook.trigger} wrap />}
      </SheetForm>
      {conflict && <ConflictDialog {...conflict} />}
    </Sheet>
  )
}

type RequestFieldsProps = {
  projectRef: string
  value: Receiver
  problems: { readonly [Name in keyof Receiver]?: string | undefined }
  onChange: (next: Partial<Receiver>) => void
}

function RequestFields({ projectRef, value, problems, onChange }: RequestFieldsProps) {
  return (
    <>
      <WebhookName
        value={value.name}
        problem={problems.name}
        onChange={(name) => onChange({ name })}
      />
      <TargetFields
        projectRef={projectRef}
        value={value.url}
        problem={problems.url}
        onChange={(url) => onChange({ url })}
      />
      <Field
        label="Headers"
        aside="optional"
        description="One per line, such as x-source: orders. To use a vault secret, enter authorization: {{secret name}}."
        error={problems.headers}
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
      <Field label="Timeout in seconds" error={problems.timeout}>
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
