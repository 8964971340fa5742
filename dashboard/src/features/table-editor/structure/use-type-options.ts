import { useColumnTypes, useSchemas } from '../../../data/resources/services/meta/tables.ts'
import type { ComboboxOption } from '../../../ui/inputs/combobox-option.ts'
import { orderTypes, TYPE_ALIASES } from './type-order.ts'

/**
 * Column types as a searchable list: the common ones first, then the project's own, and those of
 * the platform's schemas last.
 */
export function useTypeOptions(projectRef: string): ComboboxOption[] {
  const { data } = useColumnTypes(projectRef)
  const schemas = useSchemas(projectRef)
  const internal = new Set(
    (schemas.data ?? []).filter(({ is_protected }) => is_protected).map(({ name }) => name),
  )
  return orderTypes(data ?? [], internal).map(({ name, schema, comment, enum_values }) => {
    const isBuiltIn = schema === 'pg_catalog'
    const detail = enum_values === null ? comment : enum_values.join(', ')
    const parts = [TYPE_ALIASES[name], detail ?? (isBuiltIn ? undefined : schema)]
    return {
      value: name,
      label: name,
      detail: parts.filter((part) => part !== undefined).join(' · ') || undefined,
    }
  })
}
