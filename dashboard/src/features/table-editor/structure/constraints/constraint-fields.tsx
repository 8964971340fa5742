import type { Deferral } from '@stoa/contract/services/meta/constraints'
import { CheckList } from '../../../../components/form/check-list.tsx'
import { Option } from '../../../../components/form/option.tsx'
import { Field } from '../../../../ui/forms/field.tsx'
import { Input } from '../../../../ui/inputs/input.tsx'
import { Select } from '../../../../ui/inputs/select.tsx'
import { ForeignKeyFields } from '../foreign-key-fields.tsx'
import type { ConstraintFieldsProps } from './constraint-fields-props.ts'
import { ExclusionFields } from './exclusion-fields.tsx'

/** The fields of a new constraint: those of its kind, its name and when it is checked. */
export function ConstraintFields(props: ConstraintFieldsProps) {
  const { draft, problems, onChange } = props
  const canWait = draft.kind === 'check' || draft.kind === 'foreign_key'
  return (
    <>
      <KindFields {...props} />
      <Field
        label="Name"
        aside="optional"
        description="If empty, Postgres chooses one."
        error={problems.name}
      >
        {(control) => (
          <Input
            {...control}
            className="font-mono"
            autoComplete="off"
            value={draft.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      {draft.kind !== 'check' && (
        <Field label="Checked">
          {(control) => (
            <Select
              {...control}
              value={draft.deferral}
              options={DEFERRALS}
              onValueChange={(deferral) => onChange({ deferral })}
            />
          )}
        </Field>
      )}
      {canWait && (
        <Option
          checked={!draft.isValidated}
          onChange={(isUnchecked) => onChange({ isValidated: !isUnchecked })}
        >
          Don’t check existing rows now (NOT VALID)
        </Option>
      )}
    </>
  )
}

const DEFERRALS: readonly { value: Deferral; label: string; description?: string }[] = [
  { value: 'not_deferrable', label: 'After each statement' },
  {
    value: 'initially_immediate',
    label: 'After each statement, deferrable',
    description: 'A transaction can postpone it with SET CONSTRAINTS.',
  },
  { value: 'initially_deferred', label: 'At the end of the transaction' },
]

const MATCHES = [
  {
    value: 'simple' as const,
    label: 'Simple',
    description: 'A row with a NULL in any column is not checked.',
  },
  {
    value: 'full' as const,
    label: 'Full',
    description: 'Either all columns are NULL or none is.',
  },
]

function KindFields({ projectRef, table, draft, problems, onChange }: ConstraintFieldsProps) {
  switch (draft.kind) {
    case 'primary_key':
    case 'unique':
      return (
        <>
          <CheckList
            label={draft.columns.length > 1 ? `Columns: ${draft.columns.join(', ')}` : 'Columns'}
            values={table.columns.map(({ name }) => name)}
            chosen={draft.columns}
            onChange={(columns) => onChange({ columns })}
            error={problems.columns}
          />
          {draft.kind === 'unique' && (
            <Option
              checked={draft.nullsNotDistinct}
              onChange={(nullsNotDistinct) => onChange({ nullsNotDistinct })}
            >
              Allow NULL only once (NULLS NOT DISTINCT)
            </Option>
          )}
        </>
      )
    case 'check':
      return (
        <Field
          label="Condition"
          description="An SQL expression that is true or NULL for every row"
          error={problems.expression}
        >
          {(control) => (
            <Input
              {...control}
              className="font-mono"
              autoComplete="off"
              placeholder="price > 0"
              value={draft.expression}
              onChange={(event) => onChange({ expression: event.target.value })}
            />
          )}
        </Field>
      )
    case 'foreign_key':
      return (
        <>
          <ForeignKeyFields
            projectRef={projectRef}
            draft={draft.reference}
            columns={table.columns}
            problem={problems.reference}
            onChange={(part) => onChange({ reference: { ...draft.reference, ...part } })}
            onRemove={null}
          />
          {draft.reference.pairs.length > 1 && (
            <Field label="Match">
              {(control) => (
                <Select
                  {...control}
                  value={draft.reference.match}
                  options={MATCHES}
                  onValueChange={(match) => onChange({ reference: { ...draft.reference, match } })}
                />
              )}
            </Field>
          )}
        </>
      )
    case 'exclusion':
      return <ExclusionFields table={table} draft={draft} problems={problems} onChange={onChange} />
  }
}
