import type { PlannedDefinition } from '@stoa/contract/services/meta/ddl'
import { useDefinitionSql } from '../../data/resources/services/meta/tables.ts'
import { errorMessage } from '../../data/client/api-error.ts'
import { useSettledValue } from '../../lib/use-settled-value.ts'
import { RowEffects } from './row-effects.tsx'
import { SqlPreview } from './sql-preview.tsx'

type DefinitionPreviewProps = {
  projectRef: string
  /** Undefined while a field has a problem or there is nothing to change. */
  change: PlannedDefinition | undefined
  /** The parts of the form that are missing, in a sentence. */
  missing?: string | undefined
}

/** The statements of a form whose SQL the server generates, with their locks. */
export function DefinitionPreview({ projectRef, change, missing }: DefinitionPreviewProps) {
  const { data, error } = useDefinitionSql(projectRef, useSettledValue(change))
  if (change && error)
    return <p className="text-xs text-warning-text">No SQL yet: {errorMessage(error)}</p>
  const statements = change === undefined ? [] : (data?.statements ?? [])
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <SqlPreview
        sql={statements.map((statement) => `${statement};`).join('\n')}
        {...(missing !== undefined && { missing })}
      />
      {change && data && <RowEffects effects={data.effects} estimatedRows={data.estimated_rows} />}
    </div>
  )
}
