import { javascriptString, javascriptValue, pathName, restName, type Example } from './literals.ts'
import type { Operation, SampleFilter, Target } from './operation.ts'

const LONGEST_LINE = 72

/** Writes a request with supabase-js, using a client named `supabase`. */
export function javascriptSample(operation: Operation, { defaultSchema }: Target): string {
  const isCounted = operation.kind === 'select' && operation.isCounted === true
  const head = `const { data${isCounted ? ', count' : ''}, error } = await supabase`
  const { schema } = operation
  const steps = [
    ...(schema === defaultSchema ? [] : [`.schema(${javascriptString(schema)})`]),
    ...stepsOf(operation),
  ]
  const line = head + steps.join('')
  if (line.length <= LONGEST_LINE && !line.includes('\n')) return line
  return [head, ...steps.map((step) => `  ${step.replaceAll('\n', '\n  ')}`)].join('\n')
}

function stepsOf(operation: Operation): string[] {
  if (operation.kind === 'call') {
    const { name, input } = operation
    const isEmpty = Object.keys(input).length === 0
    return [call('rpc', pathName(name), ...(isEmpty ? [] : [input]))]
  }
  const from = call('from', pathName(operation.table))
  if (operation.kind === 'select') {
    const { select, filters = [], order, range, isCounted } = operation
    const counted = isCounted ? [{ count: 'exact' }] : []
    return [
      from,
      call('select', select.join(', '), ...counted),
      ...filters.map(filterStep),
      ...(order
        ? [
            call(
              'order',
              restName(order.column),
              ...(order.isDescending ? [{ ascending: false }] : []),
            ),
          ]
        : []),
      ...(range ? [call('range', ...range)] : []),
    ]
  }
  if (operation.kind === 'update')
    return [
      from,
      call('update', operation.values),
      ...operation.filters.map(filterStep),
      '.select()',
    ]
  if (operation.kind === 'delete') return [from, '.delete()', ...operation.filters.map(filterStep)]
  return [from, call(operation.kind, operation.rows), '.select()']
}

const filterStep = ({ column, operator, value }: SampleFilter) =>
  call(operator, restName(column), value)

const call = (name: string, ...values: readonly Example[]) =>
  `.${name}(${values.map((value) => javascriptValue(value)).join(', ')})`
