import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { ObjectChange } from '@stoa/contract/services/meta/object-changes'
import { NewName } from '@stoa/contract/services/meta/params'
import type { TableFamily } from '@stoa/contract/services/meta/partitions'
import { fieldsCheckedBy } from '../../../../components/form/checked-by.ts'
import { Option } from '../../../../components/form/option.tsx'
import { useForm } from '../../../../components/form/use-form.ts'
import { ChangeForm } from '../../../../components/sql-form/change-form.tsx'
import { TablePicker } from '../../../../components/table-picker/table-picker.tsx'
import { useTables } from '../../../../data/resources/services/meta/tables.ts'
import { SegmentedControl } from '../../../../ui/buttons/segmented-control.tsx'
import { Field } from '../../../../ui/forms/field.tsx'
import { Sheet } from '../../../../ui/overlays/sheet.tsx'
import { NameField } from '../name-fields.tsx'
import { boundsOf, boundsProblem, newBounds, type BoundsDraft } from './bounds-draft.ts'
import { BoundsFields } from './bounds-fields.tsx'
import {
  NOT_PARTITIONED,
  partitionKeyOf,
  partitionKeyProblem,
  type PartitionKeyDraft,
} from './partition-key-draft.ts'
import { PartitionKeyFields } from './partition-key-fields.tsx'

type PartitionSheetProps = {
  projectRef: string
  table: TableDetail
  family: TableFamily & { key: NonNullable<TableFamily['key']> }
  onClose: () => void
}

type Draft = BoundsDraft & {
  source: 'new' | 'existing'
  name: string
  /** The name of an existing table in the same schema. */
  attached: string
  subPartitions: PartitionKeyDraft
  rlsEnabled: boolean
}

const SOURCES = [
  { value: 'new' as const, label: 'New table' },
  { value: 'existing' as const, label: 'Existing table' },
]

/** Creates a partition, or attaches an existing table as one. */
export function PartitionSheet({ projectRef, table, family, onClose }: PartitionSheetProps) {
  const { key, children } = family
  const { values, body, problems, change, state } = useForm<Draft, Draft>({
    values: {
      ...newBounds(key, children),
      source: 'new',
      name: '',
      attached: '',
      subPartitions: NOT_PARTITIONED,
      rlsEnabled: true,
    },
    schema: fieldsCheckedBy((draft: Draft) => ({
      name:
        draft.source === 'new'
          ? NewName.safeParse(draft.name).error?.issues[0]?.message
          : undefined,
      attached:
        draft.source === 'existing' && draft.attached === '' ? 'Select a table.' : undefined,
      values: boundsProblem(key.strategy, draft),
      subPartitions: draft.source === 'new' ? partitionKeyProblem(draft.subPartitions) : undefined,
    })),
  })
  const isNew = values.source === 'new'
  return (
    <Sheet open size="lg" title={`Add partition to ${table.name}`} onClose={onClose}>
      <ChangeForm
        projectRef={projectRef}
        state={state}
        change={body && changeOf(table, key.strategy, body)}
        submitLabel={isNew ? 'Create partition' : 'Attach partition'}
        success={isNew ? 'Partition created' : 'Partition attached'}
        onClose={onClose}
      >
        <SegmentedControl
          aria-label="Table of the partition"
          value={values.source}
          options={SOURCES}
          onValueChange={(source) => change({ source })}
        />
        {isNew ? (
          <NameField
            value={values.name}
            problem={problems.name}
            onChange={(name) => change({ name })}
          />
        ) : (
          <ExistingTable
            projectRef={projectRef}
            table={table}
            value={values.attached}
            problem={problems.attached}
            onChange={(attached) => change({ attached })}
          />
        )}
        <BoundsFields
          partitionKey={key}
          hasDefault={children.some(({ is_default: isDefault }) => isDefault)}
          draft={values}
          problem={problems.values}
          onChange={change}
        />
        {isNew && (
          <>
            <PartitionKeyFields
              draft={values.subPartitions}
              columns={table.columns.map(({ name }) => name)}
              problem={problems.subPartitions}
              onChange={(subPartitions) => change({ subPartitions })}
            />
            <Option checked={values.rlsEnabled} onChange={(rlsEnabled) => change({ rlsEnabled })}>
              Row level security (without it, API clients can read the partition directly)
            </Option>
          </>
        )}
      </ChangeForm>
    </Sheet>
  )
}

function changeOf(
  { schema, name }: TableDetail,
  strategy: PartitionSheetProps['family']['key']['strategy'],
  draft: Draft,
): ObjectChange {
  const table = { schema, name }
  const bounds = boundsOf(strategy, draft)
  if (draft.source === 'existing')
    return { kind: 'attach_partition', table, partition: { schema, name: draft.attached }, bounds }
  return {
    kind: 'create_partition',
    table,
    partition: { schema, name: draft.name.trim() },
    bounds,
    partition_by: partitionKeyOf(draft.subPartitions),
    rls_enabled: draft.rlsEnabled,
  }
}

type ExistingTableProps = {
  projectRef: string
  table: TableDetail
  value: string
  problem: string | undefined
  onChange: (name: string) => void
}

/** A table of the same schema that is not a partition yet. */
function ExistingTable({ projectRef, table, value, problem, onChange }: ExistingTableProps) {
  const { data } = useTables(projectRef, table.schema)
  const tables = data?.filter(
    ({ id, kind, partition_of: parent }) =>
      id !== table.id && parent === null && kind !== 'view' && kind !== 'materialized_view',
  )
  return (
    <Field
      label="Table"
      description="It needs the same columns. Its rows are checked before it is attached."
      error={problem}
    >
      {(control) => (
        <TablePicker
          {...control}
          tables={tables ?? []}
          value={value === '' ? undefined : value}
          onValueChange={onChange}
        />
      )}
    </Field>
  )
}
