import {
  createScheduledQuery,
  MAX_QUERY_SECONDS,
  MAX_SCHEDULED_SQL,
  ReplacedScheduledQuery,
  updateScheduledQuery,
  type ScheduledQuery,
} from '@stoa/contract/services/alerts/queries'
import { useState } from 'react'
import { ScheduleField } from '../../components/cron/schedule-field.tsx'
import { sentTo } from '../../components/form/checked-by.ts'
import { ConflictDialog } from '../../components/form/conflict-dialog.tsx'
import { FormField } from '../../components/form/form-field.tsx'
import { InputField } from '../../components/form/input-field.tsx'
import { useForm, type FormOf } from '../../components/form/use-form.ts'
import { useStoredSnippet } from '../../data/resources/platform/content.ts'
import {
  useCreateScheduledQuery,
  useUpdateScheduledQuery,
  type ScheduledQueryChange,
  type ScheduledQueryDraft,
} from '../../data/resources/services/alerts/queries.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Textarea } from '../../ui/inputs/textarea.tsx'
import { Sheet, SheetBody, SheetForm } from '../../ui/overlays/sheet.tsx'
import { draftOf, newQuery, queryProblems, settingsOf, type QueryDraft } from './query-draft.ts'
import { RecipientList } from './recipient-list.tsx'

type SheetProps = { projectRef: string; onClose: () => void }

const NEW = sentTo(createScheduledQuery, settingsOf, queryProblems)
const CHANGED = sentTo(updateScheduledQuery, settingsOf, queryProblems)

/** A new query, which starts with a query of the SQL editor if the URL names one. */
export function NewQuerySheet({ projectRef, snippet, onClose }: SheetProps & { snippet: string }) {
  const stored = useStoredSnippet(projectRef, snippet, { enabled: snippet !== '' })
  const isLoading = snippet !== '' && stored.isPending
  return (
    <Sheet open size="lg" title="New scheduled query" onClose={onClose}>
      {isLoading ? (
        <SheetBody>
          <Skeleton className="h-64" />
        </SheetBody>
      ) : (
        <NewQueryForm
          projectRef={projectRef}
          values={newQuery(stored.data?.name, stored.data?.sql)}
          onClose={onClose}
        />
      )}
    </Sheet>
  )
}

function NewQueryForm({ projectRef, values, onClose }: SheetProps & { values: QueryDraft }) {
  const create = useCreateScheduledQuery(projectRef)
  const form = useForm<QueryDraft, ScheduledQueryDraft>({
    schema: NEW,
    values,
    mutation: create,
    onSuccess: onClose,
  })
  return (
    <SheetForm {...form.state} submitLabel="Schedule query" onCancel={onClose}>
      <QueryFields projectRef={projectRef} form={form} />
    </SheetForm>
  )
}

export function EditQuerySheet({
  projectRef,
  query,
  onClose,
}: SheetProps & { query: ScheduledQuery }) {
  const update = useUpdateScheduledQuery(projectRef)
  const form = useForm({
    kind: 'record',
    schema: CHANGED,
    values: draftOf(query),
    mutation: {
      ...update,
      mutate: (body: ScheduledQueryChange, callbacks) =>
        update.mutate({ id: query.id, ...body }, callbacks),
    },
    guard: { schema: ReplacedScheduledQuery, record: query },
    onSuccess: onClose,
  })
  return (
    <Sheet open size="lg" title={`Edit ${query.name}`} onClose={onClose}>
      <SheetForm
        {...form.state}
        submitLabel="Save query"
        canSubmit={form.state.isDirty}
        onCancel={onClose}
      >
        <QueryFields projectRef={projectRef} form={form} />
      </SheetForm>
      {form.conflict && <ConflictDialog {...form.conflict} />}
    </Sheet>
  )
}

function QueryFields({ projectRef, form }: { projectRef: string; form: FormOf<QueryDraft> }) {
  const [now] = useState(() => new Date())
  const { values, problems, refusals, change } = form
  return (
    <>
      <InputField form={form} name="name" label="Name" maxLength={100} autoComplete="off" />
      <FormField
        form={form}
        name="sql"
        label="SQL"
        description="One statement that returns rows. It runs read-only, with your access; the first 100 rows are kept."
      >
        {(control, value, changeSql) => (
          <Textarea
            {...control}
            rows={8}
            maxLength={MAX_SCHEDULED_SQL}
            spellCheck={false}
            className="font-mono text-xs"
            value={value}
            onChange={({ target }) => changeSql(target.value)}
          />
        )}
      </FormField>
      <ScheduleField
        value={values.schedule}
        problem={refusals.schedule ?? problems.schedule}
        now={now}
        hasSeconds={false}
        onValueChange={(schedule) => change({ schedule })}
      />
      <InputField
        form={form}
        name="timeout"
        label="Time limit"
        aside={`seconds, at most ${MAX_QUERY_SECONDS}`}
        className="max-w-24"
        inputMode="numeric"
      />
      <RecipientList
        projectRef={projectRef}
        label="Mail the result as CSV to"
        chosen={values.mailTo}
        problem={refusals.mailTo ?? problems.mailTo}
        onChange={(mailTo) => change({ mailTo })}
      />
    </>
  )
}
