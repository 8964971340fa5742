import { ArrowRight, Plus, X } from 'lucide-react'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import type { KeyPair } from './key-pairs.ts'

type TypedColumn = { readonly name: string; readonly type: string }

type KeyPairFieldsProps = {
  pairs: readonly KeyPair[]
  columns: readonly TypedColumn[]
  /** Undefined until a table is selected. */
  targetColumns: readonly TypedColumn[] | undefined
  problem: string | undefined
  onChange: (pairs: KeyPair[]) => void
}

const asOption = ({ name, type }: TypedColumn) => ({ value: name, label: name, description: type })

/** The columns of a foreign key beside the columns that they refer to. */
export function KeyPairFields({ pairs, problem, onChange, ...of }: KeyPairFieldsProps) {
  const set = (index: number, part: Partial<KeyPair>) =>
    onChange(pairs.map((pair, place) => (place === index ? { ...pair, ...part } : pair)))
  const isMissing = (name: string) => problem !== undefined && name === ''
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-xs font-medium">Columns</legend>
      {pairs.map((pair, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- pairs have no name but their place
        <div key={index} className="grid grid-cols-[1fr_auto_1fr_auto] items-center gap-2">
          <Select
            aria-label="Column"
            aria-invalid={isMissing(pair.column)}
            placeholder="Column"
            value={pair.column || undefined}
            options={of.columns.map(asOption)}
            onValueChange={(column) => set(index, { column })}
          />
          <ArrowRight className="size-4 text-muted" aria-label="references" />
          <Select
            aria-label="Referenced column"
            aria-invalid={isMissing(pair.target)}
            placeholder="Referenced column"
            value={pair.target || undefined}
            disabled={of.targetColumns === undefined}
            options={(of.targetColumns ?? []).map(asOption)}
            onValueChange={(target) => set(index, { target })}
          />
          <IconButton
            label="Remove pair"
            disabled={pairs.length === 1}
            onClick={() => onChange(pairs.filter((other) => other !== pair))}
          >
            <X className="size-3.5" />
          </IconButton>
        </div>
      ))}
      {problem !== undefined && (
        <p role="alert" className="text-xs text-danger-text">
          {problem}
        </p>
      )}
      <p className="text-xs text-muted">
        The referenced columns need a primary key or a unique constraint.
      </p>
      <div>
        <Button
          size="sm"
          variant="ghost"
          onClick={() => onChange([...pairs, { column: '', target: '' }])}
        >
          <Plus className="size-3.5" /> Add column pair
        </Button>
      </div>
    </fieldset>
  )
}
