import { pathName, pythonString, pythonValue, restName, type Example } from './literals.ts'
import type { Operation, SampleFilter, Target } from './operation.ts'

/** Writes a request with supabase-py, using a client named `supabase`. */
export function pythonSample(operation: Operation, { defaultSchema }: Target): string {
  const { schema } = operation
  const start = schema === defaultSchema ? 'supabase' : `supabase.schema(${pythonString(schema)})`
  const [first, ...rest] = [...stepsOf(operation), '.execute()']
  const lines = [start + first, ...rest].map((line) => `    ${line.replaceAll('\n', '\n    ')}`)
  return `response = (\n${lines.join('\n')}\n)`
}

function stepsOf(operation: Operation): string[] {
  if (operation.kind === 'call') return [call('rpc', pathName(operation.name), operation.input)]
  const from = call('table', pathName(operation.table))
  if (operation.kind === 'select') {
    const { select, filters = [], order, range, isCounted } = operation
    const chosen = pythonString(select.join(', '))
    return [
      from,
      `.select(${chosen}${isCounted ? ', count="exact"' : ''})`,
      ...filters.map(filterStep),
      ...(order
        ? [
            `.order(${pythonString(restName(order.column))}${order.isDescending ? ', desc=True' : ''})`,
          ]
        : []),
      ...(range ? [call('range', ...range)] : []),
    ]
  }
  if (operation.kind === 'update')
    return [from, call('update', operation.values), ...operation.filters.map(filterStep)]
  if (operation.kind === 'delete') return [from, '.delete()', ...operation.filters.map(filterStep)]
  return [from, call(operation.kind, operation.rows)]
}

// `in` is a reserved word in Python.
const filterStep = ({ column, operator, value }: SampleFilter) =>
  call(operator === 'in' ? 'in_' : operator, restName(column), value)

const call = (name: string, ...values: readonly Example[]) =>
  `.${name}(${values.map((value) => pythonValue(value)).join(', ')})`
