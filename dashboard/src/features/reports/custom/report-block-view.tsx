import { useState } from 'react'
import type { MetricBlock, QueryBlock } from '@stoa/contract/platform/custom-reports'
import { useProject } from '../../../data/resources/platform/projects.ts'
import { useQueryResult } from '../../../data/resources/services/reports/query-results.ts'
import type { Measured } from '../../../data/resources/services/reports/series.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import type { BlockActions, PlacedBlock } from './block-actions.ts'
import { BlockFrame } from './block-frame.tsx'
import { metricFigures } from './metric-chart.ts'
import { MetricView } from './metric-view.tsx'
import { QueryView } from './query-view.tsx'
import { titleOf } from './report-text.ts'

type BlockViewProps = {
  placed: PlacedBlock
  actions: BlockActions
  /** The values of all metrics of the report; undefined while they are loading. */
  measured: Measured | undefined
  /** The names of the saved queries that the member can read, by id. */
  queryNames: ReadonlyMap<string, string>
  everyMs: number
  onZoom: (from: number, to: number) => void
}

/** A block with what it shows. */
export function ReportBlockView(props: BlockViewProps) {
  const { block } = props.placed
  return block.kind === 'metric' ? (
    <MetricBlockView {...props} block={block} />
  ) : (
    <QueryBlockView {...props} block={block} />
  )
}

type MetricBlockViewProps = BlockViewProps & { block: MetricBlock }

function MetricBlockView({ placed, actions, measured, onZoom, block }: MetricBlockViewProps) {
  const [isTable, setIsTable] = useState(false)
  const title = titleOf(block)
  return (
    <BlockFrame
      placed={placed}
      title={title}
      actions={actions}
      isTable={block.height > 1 ? isTable : undefined}
      onTable={setIsTable}
    >
      {measured ? (
        <MetricView
          figures={metricFigures(block, title, measured)}
          measured={measured}
          view={block.view}
          rows={block.height}
          isTable={isTable && block.height > 1}
          onZoom={onZoom}
        />
      ) : (
        <Skeleton className="mx-3 mb-3 flex-1" />
      )}
    </BlockFrame>
  )
}

type QueryBlockViewProps = BlockViewProps & { block: QueryBlock }

function QueryBlockView({ placed, actions, queryNames, everyMs, block }: QueryBlockViewProps) {
  const { projectRef } = placed
  const { data: project } = useProject(projectRef)
  const [isWoken, setIsWoken] = useState(false)
  const isOn = isWoken || project?.compute === 'running'
  const query = useQueryResult(projectRef, block.snippet_id, { isOn, everyMs })
  const [isTable, setIsTable] = useState<boolean>()
  const title = titleOf(block, query.data?.name ?? queryNames.get(block.snippet_id))
  const shown = isTable ?? block.view === 'table'
  return (
    <BlockFrame
      placed={placed}
      title={title}
      actions={actions}
      isTable={query.data?.result ? shown : undefined}
      onTable={setIsTable}
    >
      <QueryView
        block={block}
        title={title}
        query={query}
        onWake={isOn || !project ? undefined : () => setIsWoken(true)}
        isTable={shown}
      />
    </BlockFrame>
  )
}
