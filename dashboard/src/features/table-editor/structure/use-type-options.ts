import { useColumnTypes } from '../../../data/resources/database/tables.ts'
import type { ComboboxOption } from '../../../ui/inputs/combobox.tsx'

/** Column types as a searchable list; the project's own types are listed under their schema. */
export function useTypeOptions(projectRef: string): ComboboxOption[] {
  const { data } = useColumnTypes(projectRef)
  return (data ?? []).map(({ name, schema, comment, enum_values }) => {
    const isBuiltIn = schema === 'pg_catalog'
    const detail = enum_values === null ? comment : enum_values.join(', ')
    return {
      value: name,
      label: name,
      ...(detail !== null && { detail }),
      ...(!isBuiltIn && detail === null && { detail: schema }),
    }
  })
}
