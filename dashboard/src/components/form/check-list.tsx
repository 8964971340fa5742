import { classNames } from '../../lib/class-names.ts'
import { Option } from './option.tsx'

type CheckListProps<Value extends string> = {
  label: string
  values: readonly Value[]
  chosen: readonly Value[]
  onChange: (chosen: Value[]) => void
  error?: string | undefined
  /** The text of a value. Without it, values are shown as code. */
  labelOf?: (value: Value) => string
}

/** Checkboxes for a few values, which are kept in the order of selection. */
export function CheckList<Value extends string>({
  label,
  values,
  chosen,
  onChange,
  error,
  labelOf,
}: CheckListProps<Value>) {
  return (
    <fieldset className="grid gap-2" data-invalid={error !== undefined || undefined}>
      <legend className="mb-2 text-sm font-medium">{label}</legend>
      <div className="flex max-h-48 flex-wrap gap-x-5 gap-y-2 overflow-y-auto">
        {values.map((value) => {
          const place = chosen.indexOf(value)
          return (
            <Option
              key={value}
              checked={place >= 0}
              className={classNames(!labelOf && 'font-mono text-xs')}
              onChange={(next) =>
                onChange(next ? [...chosen, value] : chosen.filter((each) => each !== value))
              }
            >
              {labelOf ? labelOf(value) : value}
            </Option>
          )
        })}
      </div>
      {error && (
        <p role="alert" className="text-xs text-danger-text">
          {error}
        </p>
      )}
    </fieldset>
  )
}
