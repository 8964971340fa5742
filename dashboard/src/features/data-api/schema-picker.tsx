import { useId } from 'react'
import { QueryError } from '../../components/query-error.tsx'
import { useSchemas } from '../../data/resources/services/meta/tables.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

type SchemaPickerProps = {
  projectRef: string
  label: string
  value: readonly string[]
  disabled: boolean
  error: string | undefined
  onValueChange: (schemas: string[]) => void
}

/**
 * Selects schemas of a database. The platform's own schemas are left out unless they are already
 * selected, and a selected schema that does not exist is marked as missing.
 */
export function SchemaPicker({
  projectRef,
  label,
  value,
  disabled,
  error,
  onValueChange,
}: SchemaPickerProps) {
  const id = useId()
  const { data: schemas, error: failure, isPending, refetch } = useSchemas(projectRef)
  const own = (schemas ?? []).filter(({ is_protected }) => !is_protected).map(({ name }) => name)
  const names = [...new Set([...value, ...own])].toSorted((left, right) =>
    left.localeCompare(right),
  )
  const isMissing = (name: string) => schemas && !schemas.some((schema) => schema.name === name)
  return (
    <fieldset
      className="grid gap-1.5"
      aria-describedby={`${id}-about`}
      data-invalid={error !== undefined || undefined}
    >
      <legend className="mb-1.5 font-medium">{label}</legend>
      <ul className="max-h-60 divide-y overflow-y-auto rounded-md border bg-raised">
        {names.map((name) => (
          <li key={name} className="flex h-8 items-center gap-2 px-2.5">
            <Checkbox
              id={`${id}-${name}`}
              disabled={disabled}
              checked={value.includes(name)}
              onCheckedChange={(chosen) =>
                onValueChange(
                  chosen === true ? [...value, name] : value.filter((other) => other !== name),
                )
              }
            />
            <label htmlFor={`${id}-${name}`} className="min-w-0 flex-1 truncate font-mono text-xs">
              {name}
            </label>
            {isMissing(name) && <Badge>not in the database</Badge>}
            {name === value[0] && <Badge>default</Badge>}
          </li>
        ))}
        {isPending && (
          <li className="flex h-8 items-center px-2.5">
            <Skeleton className="h-4 w-32" />
          </li>
        )}
      </ul>
      {failure && !schemas && (
        <QueryError
          error={failure}
          title="Could not load the schemas"
          onRetry={() => void refetch()}
        />
      )}
      {error !== undefined && (
        <p role="alert" className="text-xs text-danger-text">
          {error}
        </p>
      )}
      <p id={`${id}-about`} className="text-xs text-muted">
        Requests that don’t name a schema use the first one selected.
      </p>
    </fieldset>
  )
}
