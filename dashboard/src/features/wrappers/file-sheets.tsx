import { ReplacedFileSource, type FileSource } from '@stoa/contract/services/wrappers/files'
import { useState } from 'react'
import type { z } from 'zod'
import { ScheduleField } from '../../components/cron/schedule-field.tsx'
import { ConflictDialog } from '../../components/form/conflict-dialog.tsx'
import { useForm } from '../../components/form/use-form.ts'
import {
  useCreateFileSource,
  usePreviewFile,
  useUpdateFileSource,
  type FilePreview,
} from '../../data/resources/services/wrappers/files.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Sheet, SheetForm } from '../../ui/overlays/sheet.tsx'
import { FileColumns, FileRows } from './file-columns.tsx'
import {
  changedFile,
  EMPTY_FILE,
  fileDraftOf,
  newFile,
  PREVIEWED_FILE,
  tableNameOf,
  type PreviewedFile,
} from './file-draft.ts'
import { FileFields } from './file-fields.tsx'
import { TextField } from './server-fields.tsx'

type SheetProps = { projectRef: string; onClose: () => void }

const LAYOUT = 'grid grid-cols-[minmax(0,1fr)] content-start gap-5'

/** Previews a file, then creates the table that it is loaded into. */
export function NewFileSheet({ projectRef, onClose }: SheetProps) {
  const [draft, setDraft] = useState(EMPTY_FILE)
  const [found, setFound] = useState<{ file: PreviewedFile; preview: FilePreview }>()
  return (
    <Sheet
      open
      size="lg"
      title="Import file"
      description={found ? 'Step 2 of 2: the table' : 'Step 1 of 2: the file'}
      onClose={onClose}
    >
      {found ? (
        <TableStep {...{ projectRef, onClose, ...found }} onBack={() => setFound(undefined)} />
      ) : (
        <FileStep
          {...{ projectRef, onClose, draft }}
          onFound={(typed, file, preview) => {
            setDraft(typed)
            setFound({ file, preview })
          }}
        />
      )}
    </Sheet>
  )
}

type FileStepProps = SheetProps & {
  draft: typeof EMPTY_FILE
  onFound: (draft: typeof EMPTY_FILE, file: PreviewedFile, preview: FilePreview) => void
}

function FileStep({ projectRef, draft, onFound, onClose }: FileStepProps) {
  const preview = usePreviewFile(projectRef)
  const { values, problems, change, state } = useForm({
    values: draft,
    schema: PREVIEWED_FILE,
    mutation: {
      ...preview,
      mutate: (file: z.infer<typeof PREVIEWED_FILE>, callbacks) =>
        preview.mutate(file, {
          ...callbacks,
          // Going back to the first step shows the detected format.
          onSuccess: (found) =>
            onFound({ ...values, format: found.format }, { ...file, format: found.format }, found),
        }),
    },
  })
  return (
    <SheetForm className={LAYOUT} submitLabel="Preview" {...state} onCancel={onClose}>
      <FileFields {...{ projectRef, problems }} canDetect value={values} onChange={change} />
    </SheetForm>
  )
}

type TableStepProps = SheetProps & {
  file: PreviewedFile
  preview: FilePreview
  onBack: () => void
}

function TableStep({ projectRef, file, preview, onBack, onClose }: TableStepProps) {
  const [now] = useState(() => new Date())
  const { values, problems, change, state } = useForm({
    values: {
      schema: 'public',
      table: tableNameOf(file.place),
      columns: preview.columns,
      schedule: '',
    },
    schema: newFile(file),
    mutation: useCreateFileSource(projectRef),
    onSuccess: onClose,
  })
  return (
    <SheetForm
      className={LAYOUT}
      submitLabel="Create table"
      {...state}
      // Closing the sheet discards the preview.
      isDirty
      onCancel={onClose}
    >
      <Button variant="ghost" className="-ml-2.5 justify-self-start" onClick={onBack}>
        Back to the file
      </Button>
      <FileRows {...preview} />
      <FileColumns
        columns={values.columns}
        problem={problems.columns}
        onChange={(columns) => change({ columns: [...columns] })}
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="Schema"
          description="Created if it does not exist."
          error={problems.schema}
          value={values.schema}
          maxLength={63}
          onChange={(schema) => change({ schema })}
        />
        <TextField
          label="Table"
          error={problems.table}
          value={values.table}
          maxLength={63}
          onChange={(table) => change({ table })}
        />
      </div>
      <RefreshSchedule
        now={now}
        value={values.schedule}
        problem={problems.schedule}
        onChange={(schedule) => change({ schedule })}
      />
      <p className="text-xs text-muted">
        The table contains the file’s data as of the last refresh. It has row level security and no
        policies, so API requests need a policy to read it.
      </p>
    </SheetForm>
  )
}

type EditFileSheetProps = SheetProps & { source: FileSource }

export function EditFileSheet({ projectRef, source, onClose }: EditFileSheetProps) {
  const [now] = useState(() => new Date())
  const { values, problems, change, state, conflict } = useForm({
    kind: 'record',
    values: { ...fileDraftOf(source), schedule: source.schedule ?? '' },
    schema: changedFile(source),
    mutation: useUpdateFileSource(projectRef, source.id),
    guard: { schema: ReplacedFileSource, record: source },
    onSuccess: onClose,
  })
  return (
    <Sheet open size="lg" title={`Edit ${source.schema}.${source.table}`} onClose={onClose}>
      <SheetForm className={LAYOUT} submitLabel="Save" {...state} onCancel={onClose}>
        <RefreshSchedule
          now={now}
          value={values.schedule}
          problem={problems.schedule}
          onChange={(schedule) => change({ schedule })}
        />
        <FileFields
          {...{ projectRef, problems }}
          keepsCredential={source.is_connected && source.secret !== null}
          value={values}
          onChange={change}
        />
      </SheetForm>
      {conflict && <ConflictDialog {...conflict} />}
    </Sheet>
  )
}

type RefreshScheduleProps = {
  now: Date
  value: string
  problem: string | undefined
  onChange: (schedule: string) => void
}

function RefreshSchedule({ now, value, problem, onChange }: RefreshScheduleProps) {
  return (
    <div className="grid gap-2">
      <ScheduleField hasSeconds={false} value={value} now={now} onValueChange={onChange} />
      {problem ? (
        <p role="alert" className="text-xs text-danger-text">
          {problem}
        </p>
      ) : (
        value.trim() === '' && (
          <p className="text-xs text-muted">Without a schedule, you refresh the table yourself.</p>
        )
      )}
    </div>
  )
}
