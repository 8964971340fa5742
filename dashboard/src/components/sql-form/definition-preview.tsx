import type { PlannedDefinition } from '@stoa/contract/services/meta/ddl'
import { useDefinitionSql } from '../../data/resources/services/meta/tables.ts'
import { useSettledValue } from '../../lib/use-settled-value.ts'
import { LastRunNote, RowEffects } from './row-effects.tsx'
import { SqlPreview } from './sql-preview.tsx'

type DefinitionPreviewProps = {
  projectRef: string
  /** Undefined while a field has a problem or there is nothing to change. */
  change: PlannedDefinition | undefined
  /** The parts of the form that are missing, in a sentence. */
  missing?: string | undefined
}

/** The statements of a change of a table or its columns, and what they do with its rows. */
export function DefinitionPreview({ projectRef, change, missing }: DefinitionPreviewProps) {
  const { data, error } = useDefinitionSql(projectRef, useSettledValue(change))
  const statements = change === undefined ? [] : (data?.statements ?? [])
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <SqlPreview
        sql={statements.map((statement) => `${statement};`).join('\n')}
        error={change ? error : null}
        {...(missing !== undefined && { missing })}
      />
      {change && data && !error && (
        <>
          <RowEffects effects={data.effects} estimatedRows={data.estimated_rows} />
          <LastRunNote lastRun={data.last_run} />
        </>
      )}
    </div>
  )
}
