import type { QueryParameter } from '@stoa/contract/services/meta/query'
import { ParameterField } from '../parameters-dialog.tsx'
import { parameterNames } from '../query-parameters.ts'
import type { Cell } from './cells.ts'

type ParametersBarProps = {
  names: readonly string[]
  values: readonly QueryParameter[]
  onChange: (parameter: QueryParameter) => void
}

/** The values of the parameters that the cells share. They are saved with the notebook. */
export function ParametersBar({ names, values, onChange }: ParametersBarProps) {
  if (names.length === 0) return null
  return (
    <section
      aria-label="Parameters"
      className="mb-2 grid gap-x-6 gap-y-3 rounded-md border bg-raised p-3 xl:grid-cols-2"
    >
      {names.map((name) => {
        const parameter = values.find((each) => each.name === name) ?? newParameter(name)
        return (
          <ParameterField
            key={name}
            parameter={parameter}
            onChange={(_, part) => onChange({ ...parameter, ...part })}
          />
        )
      })}
    </section>
  )
}

const newParameter = (name: string): QueryParameter => ({ name, value: '', type: 'automatic' })

const namesOfCell = new WeakMap<Cell, readonly string[]>()

/** The parameters of all cells, in order of first use. */
export function parametersOf(cells: readonly Cell[]): string[] {
  const names = cells.flatMap((cell) => {
    if (cell.kind !== 'sql') return []
    const found = namesOfCell.get(cell) ?? parameterNames(cell.text)
    namesOfCell.set(cell, found)
    return found
  })
  return [...new Set(names)]
}
