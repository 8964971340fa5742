import { CheckList } from '../../../../components/form/check-list.tsx'
import { Field } from '../../../../ui/forms/field.tsx'
import { Input } from '../../../../ui/inputs/input.tsx'
import { Select } from '../../../../ui/inputs/select.tsx'
import { NOT_PARTITIONED, type PartitionKeyDraft } from './partition-key-draft.ts'

const STRATEGIES = [
  { value: 'none' as const, label: 'Not partitioned', description: 'One table with all rows' },
  { value: 'range' as const, label: 'Range', description: 'Such as one partition per month' },
  { value: 'list' as const, label: 'List', description: 'Such as one partition per region' },
  { value: 'hash' as const, label: 'Hash', description: 'Even distribution over a fixed number' },
]

type PartitionKeyFieldsProps = {
  draft: PartitionKeyDraft
  /** The names of the table's columns. */
  columns: readonly string[]
  problem: string | undefined
  onChange: (draft: PartitionKeyDraft) => void
}

/** How a new table distributes its rows over partitions, which are created afterwards. */
export function PartitionKeyFields({ draft, columns, problem, onChange }: PartitionKeyFieldsProps) {
  const { strategy, expression } = draft
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Field
        label="Partitions"
        {...(strategy !== 'none' && {
          description:
            'Rows need a partition: create partitions in the definition of the new table. Primary keys and unique columns must include the partition key.',
        })}
      >
        {(control) => (
          <Select
            {...control}
            value={strategy}
            options={STRATEGIES}
            onValueChange={(next) =>
              onChange(next === 'none' ? NOT_PARTITIONED : { ...draft, strategy: next })
            }
          />
        )}
      </Field>
      {strategy !== 'none' && (
        <>
          <CheckList
            label="Partition key"
            values={columns}
            chosen={draft.columns}
            onChange={(chosen) => onChange({ ...draft, columns: chosen })}
            error={problem}
          />
          <Field
            label="Expression"
            aside="optional"
            description="An SQL expression that the rows are distributed by. With one, the table can’t have a primary key."
          >
            {(control) => (
              <Input
                {...control}
                className="font-mono text-xs"
                autoComplete="off"
                placeholder="date_trunc('month', created_at)"
                value={expression}
                onChange={(event) => onChange({ ...draft, expression: event.target.value })}
              />
            )}
          </Field>
        </>
      )}
    </section>
  )
}
