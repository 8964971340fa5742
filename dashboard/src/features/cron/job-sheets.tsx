import {
  createCronJob,
  MAX_JOB_NAME_LENGTH,
  ReplacedCronJob,
  updateCronJob,
  type CronJob,
  type CronOverlap,
} from '@stoa/contract/services/cron/jobs'
import { useState } from 'react'
import { FormField } from '../../components/form/form-field.tsx'
import { ConflictDialog } from '../../components/form/conflict-dialog.tsx'
import { useForm } from '../../components/form/use-form.ts'
import {
  useCreateCronJob,
  useUpdateCronJob,
  type CronJobChange,
} from '../../data/resources/services/cron/jobs.ts'
import { Input } from '../../ui/inputs/input.tsx'
import { Sheet, SheetForm } from '../../ui/overlays/sheet.tsx'
import { commandOf, newCommand } from './command-draft.ts'
import { CommandFields, SqlField } from './command-fields.tsx'
import { OverlapField } from './overlap-field.tsx'
import { readSchedule } from '../../components/cron/read-schedule.ts'
import { ScheduleField } from '../../components/cron/schedule-field.tsx'

type SheetProps = { projectRef: string; onClose: () => void }

const DEFAULT_OVERLAP: CronOverlap = 'queue'

type NewJobSheetProps = SheetProps & { edgeFunction: string | undefined }

export function NewJobSheet({ projectRef, edgeFunction, onClose }: NewJobSheetProps) {
  const create = useCreateCronJob(projectRef)
  const [now] = useState(() => new Date())
  const form = useForm({
    endpoint: createCronJob,
    values: {
      name: '',
      schedule: '',
      command: newCommand(edgeFunction),
      overlap: DEFAULT_OVERLAP,
    },
    toBody: ({ name, schedule, command, overlap }) => ({
      name: name.trim(),
      schedule: readSchedule(schedule),
      command: commandOf(command),
      overlap,
    }),
    mutation: create,
    onSuccess: onClose,
  })
  const { values, problems, change, state } = form
  return (
    <Sheet open size="lg" title="New job" onClose={onClose}>
      <SheetForm
        {...state}
        className="grid grid-cols-[minmax(0,1fr)] content-start gap-5"
        submitLabel="Create job"
        onCancel={onClose}
      >
        <FormField
          form={form}
          name="name"
          label="Name"
          description="Can’t be changed later."
          problem="Enter a name."
        >
          {(attributes, value, changeName) => (
            <Input
              {...attributes}
              maxLength={MAX_JOB_NAME_LENGTH}
              autoComplete="off"
              value={value}
              onChange={({ target }) => changeName(target.value)}
            />
          )}
        </FormField>
        <ScheduleField
          value={values.schedule}
          problem={problems.schedule}
          now={now}
          onValueChange={(schedule) => change({ schedule })}
        />
        <CommandFields
          projectRef={projectRef}
          value={values.command}
          problem={problems.command}
          onValueChange={(command) => change({ command })}
        />
        <OverlapField value={values.overlap} onValueChange={(overlap) => change({ overlap })} />
      </SheetForm>
    </Sheet>
  )
}

export function EditJobSheet({ projectRef, job, onClose }: SheetProps & { job: CronJob }) {
  const update = useUpdateCronJob(projectRef)
  const [now] = useState(() => new Date())
  const { values, problems, change, state, conflict } = useForm({
    kind: 'record',
    endpoint: updateCronJob,
    values: { schedule: job.schedule, command: job.command, overlap: job.overlap },
    toBody: ({ schedule, command, overlap }) => ({
      ...(schedule !== job.schedule && { schedule: readSchedule(schedule) ?? null }),
      ...(command !== job.command && { command }),
      ...(overlap !== job.overlap && { overlap }),
    }),
    mutation: {
      ...update,
      mutate: (body: CronJobChange, callbacks) => update.mutate({ id: job.id, ...body }, callbacks),
    },
    guard: { schema: ReplacedCronJob, record: job },
    onSuccess: onClose,
  })
  return (
    <Sheet open size="lg" title={`Edit ${job.name ?? `job ${job.id}`}`} onClose={onClose}>
      <SheetForm
        {...state}
        className="grid grid-cols-[minmax(0,1fr)] content-start gap-5"
        submitLabel="Save job"
        canSubmit={state.isDirty}
        onCancel={onClose}
      >
        <ScheduleField
          value={values.schedule}
          problem={problems.schedule}
          now={now}
          onValueChange={(schedule) => change({ schedule })}
        />
        <SqlField
          value={values.command}
          problem={problems.command}
          onValueChange={(command) => change({ command })}
        />
        <OverlapField value={values.overlap} onValueChange={(overlap) => change({ overlap })} />
      </SheetForm>
      {conflict && <ConflictDialog {...conflict} />}
    </Sheet>
  )
}
