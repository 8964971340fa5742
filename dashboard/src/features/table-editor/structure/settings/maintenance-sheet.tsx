import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import type {
  Maintenance,
  TableProgress,
  TableSettings,
} from '@stoa/contract/services/meta/table-settings'
import { useForm } from '../../../../components/form/use-form.ts'
import { ChangeForm } from '../../../../components/sql-form/change-form.tsx'
import { useTableProgress } from '../../../../data/resources/services/meta/table-settings.ts'
import { formatCount } from '../../../../lib/quantities.ts'
import { Progress } from '../../../../ui/feedback/progress.tsx'
import { Field } from '../../../../ui/forms/field.tsx'
import { Select } from '../../../../ui/inputs/select.tsx'
import { Sheet } from '../../../../ui/overlays/sheet.tsx'

const ACTIONS: readonly { value: Maintenance; label: string; description: string }[] = [
  {
    value: 'vacuum',
    label: 'Vacuum and analyze',
    description: 'Makes the space of dead rows reusable and updates the statistics',
  },
  {
    value: 'vacuum_freeze',
    label: 'Vacuum and freeze',
    description: 'Also protects old rows against transaction ID wraparound',
  },
  {
    value: 'vacuum_full',
    label: 'Vacuum fully',
    description: 'Writes the table again and returns its free space to the disk',
  },
  { value: 'analyze', label: 'Analyze', description: 'Updates the statistics of the planner' },
  {
    value: 'reindex_concurrently',
    label: 'Rebuild indexes concurrently',
    description: 'Slower, and needs space for both copies',
  },
  { value: 'reindex', label: 'Rebuild indexes', description: 'Also blocks reads through an index' },
  {
    value: 'cluster',
    label: 'Sort rows by an index',
    description: 'Writes the table again, once; later changes are not sorted',
  },
]

type MaintenanceSheetProps = {
  projectRef: string
  table: TableDetail
  settings: TableSettings
  onClose: () => void
}

/** Runs a command that maintains a table, and shows its progress. It continues if the sheet is closed. */
export function MaintenanceSheet({ projectRef, table, settings, onClose }: MaintenanceSheetProps) {
  const { values, change, state } = useForm<{ action: Maintenance; index: string }>({
    values: { action: 'vacuum', index: settings.clustered_by ?? '' },
  })
  const indexes = settings.cluster_indexes
  const isSorting = values.action === 'cluster'
  const { schema, name } = table
  return (
    <Sheet open size="lg" title={`Maintain ${name}`} onClose={onClose}>
      <ChangeForm
        projectRef={projectRef}
        state={state}
        change={
          isSorting && values.index === ''
            ? undefined
            : {
                kind: 'maintain_table',
                schema,
                name,
                action: values.action,
                ...(isSorting && { index: values.index }),
              }
        }
        submitLabel="Run"
        success={`${ACTIONS.find(({ value }) => value === values.action)?.label ?? 'Maintenance'}: done for ${name}`}
        onClose={onClose}
      >
        <Field label="Command">
          {(control) => (
            <Select
              {...control}
              value={values.action}
              options={ACTIONS.filter(({ value }) => value !== 'cluster' || indexes.length > 0)}
              onValueChange={(action) => change({ action })}
            />
          )}
        </Field>
        {isSorting && (
          <Field label="Index">
            {(control) => (
              <Select
                {...control}
                value={values.index || undefined}
                placeholder="Select an index"
                options={indexes.map((index) => ({ value: index, label: index }))}
                onValueChange={(index) => change({ index })}
              />
            )}
          </Field>
        )}
        <RunningCommands projectRef={projectRef} id={table.id} />
      </ChangeForm>
    </Sheet>
  )
}

/** The commands that maintain a table now, in any session. */
export function RunningCommands({ projectRef, id }: { projectRef: string; id: number }) {
  const { data } = useTableProgress(projectRef, id)
  if (!data || data.length === 0) return null
  return (
    <ul aria-label="Running commands" className="grid gap-3 rounded-md border p-3 text-xs">
      {data.map((command) => (
        <li key={`${command.pid} ${command.command}`} className="grid gap-1.5">
          <p className="flex flex-wrap justify-between gap-2">
            <span>
              <span className="font-mono">{command.command}</span>{' '}
              <span className="text-muted">{command.phase}</span>
            </span>
            <span className="text-muted tabular-nums">{shareText(command)}</span>
          </p>
          {command.total !== null && (
            <Progress label={`Progress of ${command.command}`} value={percentOf(command)} />
          )}
        </li>
      ))}
    </ul>
  )
}

const percentOf = ({ done, total }: TableProgress): number =>
  total === null ? 0 : Math.min(100, Math.round((100 * (done ?? 0)) / total))

const shareText = ({ done, total, pid }: TableProgress): string =>
  total === null ? `PID ${pid}` : `${formatCount(done ?? 0)} of ${formatCount(total)} · PID ${pid}`
