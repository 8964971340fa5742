import type { TableFamily } from '@stoa/contract/services/meta/partitions'
import { Option } from '../../../../components/form/option.tsx'
import { Field } from '../../../../ui/forms/field.tsx'
import { Input } from '../../../../ui/inputs/input.tsx'
import { Textarea } from '../../../../ui/inputs/textarea.tsx'
import type { BoundsDraft } from './bounds-draft.ts'

type BoundsFieldsProps = {
  partitionKey: NonNullable<TableFamily['key']>
  /** A partitioned table has at most one default partition. */
  hasDefault: boolean
  draft: BoundsDraft
  problem: string | undefined
  onChange: (part: Partial<BoundsDraft>) => void
}

/** The rows that a partition contains. */
export function BoundsFields({ hasDefault, ...props }: BoundsFieldsProps) {
  const { partitionKey: key, draft, problem, onChange } = props
  const canBeDefault = key.strategy !== 'hash' && !hasDefault
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="text-sm font-medium">
        Rows by <span className="font-mono font-normal text-muted">{key.definition}</span>
      </h3>
      {canBeDefault && (
        <Option checked={draft.isDefault} onChange={(isDefault) => onChange({ isDefault })}>
          All rows that no other partition contains (default partition)
        </Option>
      )}
      {!draft.isDefault && key.strategy === 'range' && <RangeFields {...props} />}
      {!draft.isDefault && key.strategy === 'list' && <ListFields {...props} />}
      {key.strategy === 'hash' && <HashFields {...props} />}
      {problem !== undefined && key.strategy !== 'list' && (
        <p role="alert" className="text-xs text-danger-text">
          {problem}
        </p>
      )}
    </section>
  )
}

type FieldsProps = Omit<BoundsFieldsProps, 'hasDefault'>

function RangeFields({ partitionKey, draft, onChange }: FieldsProps) {
  const withText = (texts: readonly string[], at: number, text: string) =>
    texts.map((other, place) => (place === at ? text : other))
  return partitionKey.types.map((type, at) => {
    const part = partitionKey.types.length > 1 ? ` (part ${at + 1} of the key)` : ''
    return (
      // oxlint-disable-next-line react/no-array-index-key -- parts of the key have no name but their place
      <div key={at} className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <LimitField
          label={`From${part}`}
          aside="included"
          description="If empty, no lower limit"
          type={type}
          value={draft.from[at]}
          onChange={(text) => onChange({ from: withText(draft.from, at, text) })}
        />
        <LimitField
          label={`To${part}`}
          aside="not included"
          description="If empty, no upper limit"
          type={type}
          value={draft.to[at]}
          onChange={(text) => onChange({ to: withText(draft.to, at, text) })}
        />
      </div>
    )
  })
}

type LimitFieldProps = {
  label: string
  aside: string
  description: string
  type: string
  value: string | undefined
  onChange: (text: string) => void
}

function LimitField({ type, value = '', onChange, ...field }: LimitFieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <Input
          {...control}
          className="font-mono text-xs"
          autoComplete="off"
          placeholder={type}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

function ListFields({ draft, problem, onChange }: FieldsProps) {
  return (
    <>
      <Field label="Values" description="One value per line" error={problem}>
        {(control) => (
          <Textarea
            {...control}
            className="font-mono text-xs"
            value={draft.values}
            onChange={(event) => onChange({ values: event.target.value })}
          />
        )}
      </Field>
      <Option checked={draft.hasNull} onChange={(hasNull) => onChange({ hasNull })}>
        Rows with NULL
      </Option>
    </>
  )
}

function HashFields({ draft, onChange }: FieldsProps) {
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      <Field label="Modulus" description="The number of partitions, if all have the same modulus">
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            value={draft.modulus}
            onChange={(event) => onChange({ modulus: event.target.value })}
          />
        )}
      </Field>
      <Field label="Remainder" description="From 0; each partition has another one">
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            value={draft.remainder}
            onChange={(event) => onChange({ remainder: event.target.value })}
          />
        )}
      </Field>
    </div>
  )
}
