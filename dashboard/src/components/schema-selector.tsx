import { Lock } from 'lucide-react'
import { useSchemas } from '../data/resources/services/meta/tables.ts'
import { Combobox } from '../ui/inputs/combobox.tsx'
import type { FieldControlProps } from '../ui/forms/field.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'

type SchemaSelectorProps = Partial<FieldControlProps> & {
  projectRef: string
  value: string
  onValueChange: (schema: string) => void
  className?: string
}

/** Selects a schema of a project's database. Schemas that belong to the platform are marked. */
export function SchemaSelector({
  projectRef,
  value,
  onValueChange,
  className,
  ...control
}: SchemaSelectorProps) {
  const { data: schemas, isPending } = useSchemas(projectRef)
  if (isPending) return <Skeleton className="h-7 w-full" />
  return (
    <Combobox
      {...control}
      aria-label="Schema"
      value={value}
      options={(schemas ?? []).map(({ name, is_protected }) => ({
        value: name,
        label: name,
        ...(is_protected && { detail: 'platform' }),
      }))}
      onValueChange={onValueChange}
      searchPlaceholder="Search schemas"
      emptyText="No results"
      {...(className !== undefined && { className })}
    />
  )
}

/** Says that a schema's objects belong to the platform and are read-only. */
export function ProtectedSchemaNote() {
  return (
    <p className="flex items-center gap-1.5 text-xs text-muted">
      <Lock className="size-3.5" />
      Managed by the platform; read-only here
    </p>
  )
}
