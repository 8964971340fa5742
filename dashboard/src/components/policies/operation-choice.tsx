import { useId, type ReactNode } from 'react'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'

type OperationChoiceProps<Operation> = {
  operations: readonly Operation[]
  chosen: readonly Operation[]
  /** Text before the names of the operations. */
  labels?: Readonly<Record<string, string>>
  /** Explains the selected operations. */
  children?: ReactNode
  onChange: (chosen: readonly Operation[]) => void
}

/** The operations that a policy allows. */
export function OperationChoice<Operation extends string>({
  operations,
  chosen,
  labels,
  children,
  onChange,
}: OperationChoiceProps<Operation>) {
  const id = useId()
  return (
    <fieldset
      className="grid gap-2"
      aria-describedby={id}
      data-invalid={chosen.length === 0 || undefined}
    >
      <legend className="mb-2 text-sm font-medium">Allowed operations</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {operations.map((operation) => (
          <label key={operation} className="flex cursor-pointer items-center gap-2">
            <Checkbox
              checked={chosen.includes(operation)}
              onCheckedChange={(isChecked) =>
                onChange(
                  isChecked === true
                    ? [...chosen, operation]
                    : chosen.filter((each) => each !== operation),
                )
              }
            />
            {labels?.[operation]}
            <span className={labels ? 'font-mono text-xs text-muted' : 'font-mono text-xs'}>
              {operation}
            </span>
          </label>
        ))}
      </div>
      <div id={id} className="grid gap-1 text-xs text-muted">
        {chosen.length === 0 ? (
          <p className="text-danger-text">Select at least one operation.</p>
        ) : (
          children
        )}
      </div>
    </fieldset>
  )
}
