import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import { NewName } from '@stoa/contract/services/meta/params'
import { StatisticsKind, type TableSettings } from '@stoa/contract/services/meta/table-settings'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { CheckList } from '../../../../components/form/check-list.tsx'
import { fieldsCheckedBy } from '../../../../components/form/checked-by.ts'
import { useForm } from '../../../../components/form/use-form.ts'
import { ChangeDialog } from '../../../../components/sql-form/change-dialog.tsx'
import { ChangeForm } from '../../../../components/sql-form/change-form.tsx'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Field } from '../../../../ui/forms/field.tsx'
import { Input } from '../../../../ui/inputs/input.tsx'
import { ActionsMenu } from '../../../../ui/menus/actions-menu.tsx'
import { DropdownMenuItem } from '../../../../ui/menus/dropdown-menu.tsx'
import { Sheet } from '../../../../ui/overlays/sheet.tsx'
import { NameField } from '../name-fields.tsx'

type Statistics = TableSettings['statistics'][number]

type StatisticsListProps = {
  projectRef: string
  table: TableDetail
  statistics: readonly Statistics[]
  canChange: boolean
}

/** The statistics that Postgres collects about several columns together. */
export function StatisticsList({ projectRef, table, statistics, canChange }: StatisticsListProps) {
  const [panel, setPanel] = useState<'add' | Statistics>()
  const onClose = () => setPanel(undefined)
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex min-h-7 items-center justify-between gap-2">
        <h2 className="text-sm font-medium">Extended statistics</h2>
        {canChange && (
          <Button size="sm" onClick={() => setPanel('add')}>
            <Plus className="size-3.5" /> Add statistics
          </Button>
        )}
      </div>
      {statistics.length === 0 ? (
        <p className="rounded-md border px-3 py-2.5 text-xs text-muted">
          No extended statistics. They improve query plans if columns depend on each other, such as
          city and postal code.
        </p>
      ) : (
        <ul aria-label="Extended statistics" className="divide-y rounded-md border">
          {statistics.map((each) => (
            <li key={each.id} className="group flex items-start gap-2 p-3 text-xs">
              <div className="grid min-w-0 flex-1 gap-1 font-mono wrap-anywhere">
                <p>{each.name}</p>
                <p className="text-muted">{each.definition}</p>
              </div>
              {canChange && (
                <ActionsMenu subject={each.name} isQuiet size="sm" className="px-1">
                  <DropdownMenuItem variant="danger" onSelect={() => setPanel(each)}>
                    Delete
                  </DropdownMenuItem>
                </ActionsMenu>
              )}
            </li>
          ))}
        </ul>
      )}
      {panel === 'add' && <StatisticsSheet {...{ projectRef, table, onClose }} />}
      {panel !== undefined && panel !== 'add' && (
        <ChangeDialog
          projectRef={projectRef}
          title={`Delete the statistics “${panel.name}”?`}
          description="The planner assumes again that the columns are independent."
          confirmLabel="Delete statistics"
          success={`Deleted the statistics ${panel.name}`}
          change={{
            kind: 'drop_statistics',
            statistics: { schema: panel.schema, name: panel.name },
          }}
          onClose={onClose}
        />
      )}
    </section>
  )
}

type StatisticsDraft = {
  name: string
  kinds: StatisticsKind[]
  columns: string[]
  expression: string
}

const KIND_LABELS: Readonly<Record<StatisticsKind, string>> = {
  ndistinct: 'Distinct values (ndistinct)',
  dependencies: 'Functional dependencies',
  mcv: 'Most common values (mcv)',
}

const SCHEMA = fieldsCheckedBy(({ name, columns, expression }: StatisticsDraft) => ({
  name: NewName.safeParse(name).error?.issues[0]?.message,
  columns:
    columns.length > 1 || expression.trim() !== ''
      ? undefined
      : 'Select at least two columns, or enter an expression.',
}))

type StatisticsSheetProps = { projectRef: string; table: TableDetail; onClose: () => void }

function StatisticsSheet({ projectRef, table, onClose }: StatisticsSheetProps) {
  const { schema, name } = table
  const { values, body, problems, change, state } = useForm<StatisticsDraft, StatisticsDraft>({
    values: {
      name: `${name}_stat`,
      kinds: [...StatisticsKind.options],
      columns: [],
      expression: '',
    },
    schema: SCHEMA,
  })
  return (
    <Sheet open size="lg" title={`Add statistics to ${name}`} onClose={onClose}>
      <ChangeForm
        projectRef={projectRef}
        state={state}
        change={
          body && {
            kind: 'create_statistics',
            table: { schema, name },
            name: body.name.trim(),
            kinds: body.kinds,
            columns: body.columns,
            expressions: body.expression.trim() === '' ? [] : [body.expression.trim()],
          }
        }
        submitLabel="Add statistics"
        success="Statistics added. Analyze the table to collect them."
        onClose={onClose}
      >
        <NameField
          value={values.name}
          problem={problems.name}
          onChange={(next) => change({ name: next })}
        />
        <CheckList
          label="Columns"
          values={table.columns.map((column) => column.name)}
          chosen={values.columns}
          onChange={(columns) => change({ columns })}
          error={problems.columns}
        />
        <Field label="Expression" aside="optional">
          {(control) => (
            <Input
              {...control}
              className="font-mono text-xs"
              autoComplete="off"
              placeholder="lower(email)"
              value={values.expression}
              onChange={(event) => change({ expression: event.target.value })}
            />
          )}
        </Field>
        <CheckList
          label="Kinds"
          values={StatisticsKind.options}
          chosen={values.kinds}
          labelOf={(kind) => KIND_LABELS[kind]}
          onChange={(kinds) => change({ kinds })}
        />
      </ChangeForm>
    </Sheet>
  )
}
