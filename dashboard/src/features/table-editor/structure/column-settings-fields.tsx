import { useState } from 'react'
import { ChevronRight } from 'lucide-react'
import { useColumnOptions } from '../../../data/resources/services/meta/column-settings.ts'
import { classNames } from '../../../lib/class-names.ts'
import { Combobox } from '../../../ui/inputs/combobox.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { collationKey } from './column-draft.ts'
import type { ColumnDraft } from './column-draft.ts'

type ColumnSettingsFieldsProps = {
  projectRef: string
  draft: ColumnDraft
  problem: string | undefined
  onChange: (change: Partial<ColumnDraft>) => void
}

const STORAGES = [
  {
    value: 'extended' as const,
    label: 'Extended',
    description: 'Compress long values, then move them out of the row',
  },
  { value: 'external' as const, label: 'External', description: 'Move out, don’t compress' },
  { value: 'main' as const, label: 'Main', description: 'Compress, keep in the row if possible' },
  { value: 'plain' as const, label: 'Plain', description: 'Neither; for types of fixed length' },
]

const COMPRESSIONS = [
  { value: 'default' as const, label: 'Server default' },
  { value: 'pglz' as const, label: 'pglz' },
  { value: 'lz4' as const, label: 'lz4', description: 'Faster; if this Postgres has it' },
]

/** How a column is sorted, stored and analyzed; few columns need anything but the defaults. */
export function ColumnSettingsFields({
  projectRef,
  draft,
  problem,
  onChange,
}: ColumnSettingsFieldsProps) {
  const [isWanted, setIsWanted] = useState(false)
  const isOpen = isWanted || problem !== undefined
  const collations = useColumnOptions(projectRef).data?.collations ?? []
  return (
    <div className="grid gap-4">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsWanted(!isOpen)}
        className="flex items-center gap-1.5 justify-self-start text-sm font-medium"
      >
        <ChevronRight
          className={classNames('size-4 text-muted transition-transform', isOpen && 'rotate-90')}
        />
        Collation, storage and statistics
      </button>
      {isOpen && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Collation">
            {(control) => (
              <Combobox
                {...control}
                value={draft.collation}
                options={[
                  { value: '', label: 'Default of the type' },
                  ...collations.map((collation) => ({
                    value: collationKey(collation),
                    label: collation.name,
                    ...(collation.schema !== 'pg_catalog' && { detail: collation.schema }),
                  })),
                ]}
                searchPlaceholder="Search collations"
                onValueChange={(collation) => onChange({ collation })}
              />
            )}
          </Field>
          <Field label="Storage">
            {(control) => (
              <Select
                {...control}
                value={draft.storage === '' ? undefined : draft.storage}
                placeholder="Default of the type"
                options={STORAGES}
                onValueChange={(storage) => onChange({ storage })}
              />
            )}
          </Field>
          <Field label="Compression">
            {(control) => (
              <Select
                {...control}
                value={draft.compression}
                options={COMPRESSIONS}
                onValueChange={(compression) => onChange({ compression })}
              />
            )}
          </Field>
          <Field
            label="Statistics target"
            aside="optional"
            description="The number of common values that ANALYZE keeps, up to 10,000"
            error={problem}
          >
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                placeholder="Server default"
                value={draft.statistics}
                onChange={(event) => onChange({ statistics: event.target.value })}
              />
            )}
          </Field>
        </div>
      )}
    </div>
  )
}
