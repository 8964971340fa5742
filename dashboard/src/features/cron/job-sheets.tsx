import {
  MAX_JOB_NAME_LENGTH,
  type CronJob,
  type CronOverlap,
} from '@stoa/contract/services/cron/jobs'
import { useState } from 'react'
import { errorDetails, errorMessage } from '../../data/client/api-error.ts'
import { useCreateCronJob, useUpdateCronJob } from '../../data/resources/cron.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Sheet, SheetForm } from '../../ui/sheet.tsx'
import { CommandFields, SqlField } from './command-fields.tsx'
import { OverlapField } from './overlap-field.tsx'
import { readSchedule } from './read-schedule.ts'
import { ScheduleField } from './schedule-field.tsx'

type SheetProps = { projectRef: string; onClose: () => void }

type NewJobSheetProps = SheetProps & { edgeFunction: string | undefined }

export function NewJobSheet({ projectRef, edgeFunction, onClose }: NewJobSheetProps) {
  const create = useCreateCronJob(projectRef)
  const [now] = useState(() => new Date())
  const [name, setName] = useState('')
  const [typed, setTyped] = useState('')
  const schedule = readSchedule(typed)
  const [command, setCommand] = useState<string>()
  const [overlap, setOverlap] = useState<CronOverlap>('queue')
  return (
    <Sheet open size="lg" title="New job" onClose={onClose}>
      <SheetForm
        className="grid grid-cols-[minmax(0,1fr)] content-start gap-5"
        submitLabel="Create job"
        pending={create.isPending}
        canSubmit={name.trim() !== '' && command !== undefined && schedule !== undefined}
        onSubmit={() => {
          if (command === undefined || schedule === undefined) return
          create.mutate({ name: name.trim(), schedule, command, overlap }, { onSuccess: onClose })
        }}
        onCancel={onClose}
      >
        {create.error && (
          <ErrorState message={errorMessage(create.error)} details={errorDetails(create.error)} />
        )}
        <Field label="Name" description="Can’t be changed later.">
          {(control) => (
            <Input
              {...control}
              maxLength={MAX_JOB_NAME_LENGTH}
              autoComplete="off"
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <ScheduleField value={typed} now={now} onValueChange={setTyped} />
        <CommandFields
          projectRef={projectRef}
          edgeFunction={edgeFunction}
          onValueChange={setCommand}
        />
        <OverlapField value={overlap} onValueChange={setOverlap} />
      </SheetForm>
    </Sheet>
  )
}

export function EditJobSheet({ projectRef, job, onClose }: SheetProps & { job: CronJob }) {
  const update = useUpdateCronJob(projectRef)
  const [now] = useState(() => new Date())
  const [typed, setTyped] = useState(job.schedule)
  const schedule = readSchedule(typed)
  const [command, setCommand] = useState(job.command)
  const [overlap, setOverlap] = useState(job.overlap)
  return (
    <Sheet open size="lg" title={`Edit ${job.name ?? `job ${job.id}`}`} onClose={onClose}>
      <SheetForm
        className="grid grid-cols-[minmax(0,1fr)] content-start gap-5"
        submitLabel="Save job"
        pending={update.isPending}
        canSubmit={
          command.trim() !== '' &&
          schedule !== undefined &&
          (command !== job.command || schedule !== job.schedule || overlap !== job.overlap)
        }
        onSubmit={() =>
          update.mutate(
            {
              id: job.id,
              ...(schedule !== undefined && schedule !== job.schedule && { schedule }),
              ...(command !== job.command && { command }),
              ...(overlap !== job.overlap && { overlap }),
            },
            { onSuccess: onClose },
          )
        }
        onCancel={onClose}
      >
        {update.error && (
          <ErrorState message={errorMessage(update.error)} details={errorDetails(update.error)} />
        )}
        <ScheduleField value={typed} now={now} onValueChange={setTyped} />
        <SqlField value={command} onValueChange={setCommand} />
        <OverlapField value={overlap} onValueChange={setOverlap} />
      </SheetForm>
    </Sheet>
  )
}
