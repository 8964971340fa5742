import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import { useState } from 'react'
import { QueryError } from '../../../components/query-error.tsx'
import {
  REALTIME_PUBLICATION,
  RealtimeDialog,
} from '../../../components/realtime/realtime-dialog.tsx'
import { usePublications } from '../../../data/resources/services/meta/objects.ts'
import { Button } from '../../../ui/buttons/button.tsx'

type RealtimeSectionProps = {
  projectRef: string
  table: Pick<TableDetail, 'id' | 'schema' | 'name'>
  canChange: boolean
}

/** Whether clients can subscribe to the changes of a table's rows. */
export function RealtimeSection({ projectRef, table, canChange }: RealtimeSectionProps) {
  const { data, error, refetch } = usePublications(projectRef)
  const [isOpen, setIsOpen] = useState(false)
  if (error && !data)
    return (
      <QueryError
        title="Could not load whether realtime is enabled"
        error={error}
        onRetry={() => void refetch()}
      />
    )
  const publication = data?.find(({ name }) => name === REALTIME_PUBLICATION)
  // Without the publication, no table sends changes.
  if (!publication) return null
  const isWhole = publication.is_for_all_tables || publication.schemas.includes(table.schema)
  const isOn = isWhole || publication.tables.includes(table.id)
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
        <h2 className="text-sm font-medium">Realtime</h2>
        {canChange && !isWhole && (
          <Button size="sm" onClick={() => setIsOpen(true)}>
            {isOn ? 'Disable realtime' : 'Enable realtime'}
          </Button>
        )}
      </div>
      <p className="rounded-md border p-3 text-xs">{stateOf({ isOn, isWhole })}</p>
      {isOpen && (
        <RealtimeDialog
          projectRef={projectRef}
          table={{ schema: table.schema, name: table.name, is_in_realtime: isOn }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </section>
  )
}

function stateOf({ isOn, isWhole }: { isOn: boolean; isWhole: boolean }): string {
  if (isWhole) return 'On: the publication of realtime has all tables of this schema.'
  return isOn
    ? 'On: clients can subscribe to changes of the rows that row level security lets them read.'
    : 'Off: clients that subscribe to this table receive nothing.'
}
