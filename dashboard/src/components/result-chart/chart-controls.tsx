import type { ReactNode } from 'react'
import { isNumericType } from '../result-grid/cell-type.ts'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'
import { SegmentedControl } from '../../ui/buttons/segmented-control.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import type { ChartSettings } from './chart-settings.ts'
import { MAX_SERIES } from './chart-data.ts'

type Column = { name: string; type: string }

type ChartControlsProps = {
  columns: readonly Column[]
  settings: ChartSettings
  onChange: (settings: ChartSettings) => void
}

const SHAPES = [
  { value: 'bar', label: 'Bar' },
  { value: 'line', label: 'Line' },
  { value: 'area', label: 'Area' },
] as const

/** No column has this name. */
const NO_GROUP = '\0'

export function ChartControls({ columns, settings, onChange }: ChartControlsProps) {
  const { shape, x, y, group, isCumulative, isLogarithmic } = settings
  const change = (part: Partial<ChartSettings>) => onChange({ ...settings, ...part })
  const names = [...new Set(columns.map(({ name }) => name))]
  const options = names.map((name) => ({ value: name, label: name }))
  const numeric = names.filter((name) =>
    columns.some((column) => column.name === name && isNumericType(column.type)),
  )
  return (
    <form
      aria-label="Chart"
      className="grid shrink-0 content-start gap-3 border-b p-4 md:w-60 md:overflow-y-auto md:border-r md:border-b-0"
      onSubmit={(event) => event.preventDefault()}
    >
      <SegmentedControl
        aria-label="Type of chart"
        value={shape}
        options={SHAPES}
        onValueChange={(value) => change({ shape: value })}
        className="w-fit"
      />
      <Field label="X axis">
        {(control) => (
          <Select
            {...control}
            value={x}
            options={options}
            onValueChange={(name) => change({ x: name })}
          />
        )}
      </Field>
      <fieldset className="grid gap-1.5">
        <legend className="mb-1.5 text-xs font-medium">Y axis</legend>
        {numeric.length === 0 && <p className="text-xs text-muted">No column has numbers.</p>}
        {numeric.map((name) => (
          <Check
            key={name}
            isChecked={y.includes(name)}
            isDisabled={!y.includes(name) && group === null && y.length === MAX_SERIES}
            onChange={(isChecked) => change({ y: chosen(settings, name, isChecked) })}
          >
            {name}
          </Check>
        ))}
      </fieldset>
      <Field label="Group by">
        {(control) => (
          <Select
            {...control}
            value={group ?? NO_GROUP}
            options={[{ value: NO_GROUP, label: 'Nothing' }, ...options]}
            onValueChange={(name) =>
              change(name === NO_GROUP ? { group: null } : { group: name, y: y.slice(0, 1) })
            }
          />
        )}
      </Field>
      <Check isChecked={isCumulative} onChange={(value) => change({ isCumulative: value })}>
        Cumulative
      </Check>
      <Check isChecked={isLogarithmic} onChange={(value) => change({ isLogarithmic: value })}>
        Logarithmic scale
      </Check>
    </form>
  )
}

/** Several columns, or one of them if it is grouped. */
function chosen({ y, group }: ChartSettings, name: string, isChecked: boolean): string[] {
  if (!isChecked) return y.filter((other) => other !== name)
  return group === null ? [...y, name] : [name]
}

type CheckProps = {
  isChecked: boolean
  isDisabled?: boolean
  onChange: (isChecked: boolean) => void
  children: ReactNode
}

const Check = ({ isChecked, isDisabled = false, onChange, children }: CheckProps) => (
  <label className="flex min-w-0 items-center gap-2 text-xs">
    <Checkbox
      checked={isChecked}
      disabled={isDisabled}
      onCheckedChange={(value) => onChange(value === true)}
    />
    <span className="truncate">{children}</span>
  </label>
)
