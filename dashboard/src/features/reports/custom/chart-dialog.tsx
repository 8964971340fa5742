import { useState } from 'react'
import type { QueryBlock } from '@stoa/contract/platform/custom-reports'
import { QueryError } from '../../../components/query-error.tsx'
import { ResultChart } from '../../../components/result-chart/result-chart.tsx'
import type { ChartSettings } from '../../../components/result-chart/chart-settings.ts'
import { useQueryResult } from '../../../data/resources/services/reports/query-results.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Dialog, DialogBody, DialogContent, DialogFooter } from '../../../ui/overlays/dialog.tsx'
import { titleOf } from './report-text.ts'

type ChartDialogProps = {
  projectRef: string
  block: QueryBlock
  onSave: (block: QueryBlock) => void
  onClose: () => void
}

/** The columns that a chart draws, beside the chart itself. */
export function ChartDialog({ projectRef, block, onSave, onClose }: ChartDialogProps) {
  const query = useQueryResult(projectRef, block.snippet_id, { isOn: true, everyMs: 0 })
  const [chart, setChart] = useState<ChartSettings | undefined>(block.chart ?? undefined)
  const { data, error } = query
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent size="xl" title={`Chart of ${titleOf(block, data?.name)}`}>
        <DialogBody className="min-h-80">
          {data?.result && (
            <ResultChart result={data.result} settings={chart} onChange={setChart} />
          )}
          {data && !data.result && <p className="text-muted">The query returned no rows.</p>}
          {!data && error && (
            <QueryError
              error={error}
              title="Could not run the query"
              onRetry={() => void query.refetch()}
            />
          )}
          {!data && !error && <Skeleton className="h-80" />}
        </DialogBody>
        <DialogFooter>
          <Button
            variant="primary"
            disabled={chart === undefined}
            onClick={() => {
              if (chart) onSave({ ...block, chart: { ...chart, y: [...chart.y] } })
              onClose()
            }}
          >
            Save
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
