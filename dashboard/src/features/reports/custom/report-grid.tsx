import { useState } from 'react'
import type { CustomReport, QueryBlock, ReportBlock } from '@stoa/contract/platform/custom-reports'
import type { LogRange } from '../../../data/resources/services/logs/scope.ts'
import { useSnippets } from '../../../data/resources/platform/content.ts'
import { useSeries } from '../../../data/resources/services/reports/series.ts'
import { QueryError } from '../../../components/query-error.tsx'
import { randomId } from '../../../lib/random-id.ts'
import { ChartGroup } from '../../../ui/chart/chart-group.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import type { BlockActions } from './block-actions.ts'
import { BLOCK_HELP_ID } from './block-frame.tsx'
import { addBlock, moveBlock, withSize } from './blocks.ts'
import { ReportBlockView } from './report-block-view.tsx'
import type { ReportStore } from './report-store.ts'
import { titleOf } from './report-text.ts'
import { reportRequest } from './report-request.ts'

type ReportGridProps = {
  projectRef: string
  report: CustomReport
  store: ReportStore
  range: LogRange
  canEdit: boolean
  onEdit: (block: ReportBlock) => void
  onDraw: (block: QueryBlock) => void
  onZoom: (from: number, to: number) => void
}

/** The blocks of a report, row by row. In narrow windows they are below each other. */
export function ReportGrid({ projectRef, report, store, range, ...props }: ReportGridProps) {
  const { canEdit, onEdit, onDraw, onZoom } = props
  const everyMs = report.refresh_seconds * 1000
  const request = reportRequest(report.blocks, range)
  const series = useSeries(projectRef, request, { isLive: everyMs > 0, everyMs })
  const snippets = useSnippets(projectRef)
  const [announced, setAnnounced] = useState('')
  const queryNames = new Map(snippets.data?.map(({ id, name }) => [id, name]))
  const { blocks } = report
  const actions: BlockActions = {
    edit: onEdit,
    draw: onDraw,
    duplicate: (block) =>
      store.setBlocks((all) => addBlock(all, { ...block, id: randomId() }, block.id)),
    remove(block) {
      const undo = store.remove(block.id)
      toast.info('Block removed', { action: { label: 'Undo', onClick: undo } })
    },
    move(id, index) {
      store.move(id, index)
      const place = moveBlock(blocks, id, index).findIndex((block) => block.id === id)
      setAnnounced(`Block ${place + 1} of ${blocks.length}`)
    },
    resize(block, size) {
      const next = withSize({ ...block }, size)
      store.replaceBlock(next)
      setAnnounced(`${titleOf(next)}: ${next.width} of 6 columns, ${next.height} rows`)
    },
  }
  return (
    <>
      {series.error && !series.data && (
        <QueryError
          error={series.error}
          title="Could not load the metrics"
          onRetry={() => void series.refetch()}
          className="mb-4"
        />
      )}
      <p id={BLOCK_HELP_ID} hidden>
        Alt with an arrow key moves the block. Shift with an arrow key resizes it.
      </p>
      <output className="sr-only">{announced}</output>
      <ChartGroup>
        <div className="@container/report">
          <div className="grid auto-rows-[7rem] grid-cols-[minmax(0,1fr)] gap-4 @2xl/report:grid-cols-6">
            {blocks.map((block, index) => (
              <ReportBlockView
                key={block.id}
                placed={{ projectRef, block, index, count: blocks.length, canEdit }}
                actions={actions}
                measured={series.data}
                queryNames={queryNames}
                everyMs={everyMs}
                onZoom={onZoom}
              />
            ))}
          </div>
        </div>
      </ChartGroup>
    </>
  )
}
