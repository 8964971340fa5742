import { useState } from 'react'
import { METRIC_NAMES, METRICS, type MetricName } from '@stoa/contract/catalog/metrics'
import type { ReportBlock } from '@stoa/contract/platform/custom-reports'
import { useSnippets } from '../../../data/resources/platform/content.ts'
import { SegmentedControl } from '../../../ui/buttons/segmented-control.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Combobox } from '../../../ui/inputs/combobox.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import { Dialog, DialogContent, DialogForm } from '../../../ui/overlays/dialog.tsx'
import { REPORT_PAGES } from '../report-pages.ts'
import { firstSize, withSize } from './blocks.ts'
import { titleOf } from './report-text.ts'

type BlockDialogProps = {
  projectRef: string
  /** The block to change; undefined for a new one. */
  block: ReportBlock | undefined
  newId: () => string
  onSave: (block: ReportBlock) => void
  onClose: () => void
}

const KINDS = [
  { value: 'metric', label: 'Metric' },
  { value: 'query', label: 'Saved query' },
] as const

const METRIC_VIEWS = [
  { value: 'line', label: 'Line' },
  { value: 'bar', label: 'Bar' },
  { value: 'number', label: 'Number' },
] as const

const QUERY_VIEWS = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const

const areaTitle = (metric: MetricName): string =>
  REPORT_PAGES.find(({ slug }) => slug === METRICS[metric].area)?.title ?? 'Project'

const METRIC_OPTIONS = METRIC_NAMES.map((metric) => ({
  value: metric,
  label: METRICS[metric].title,
  detail: areaTitle(metric),
}))

const isMetric = (name: string): name is MetricName => Object.hasOwn(METRICS, name)

/** Asks what a block shows, and how. */
export function BlockDialog({ projectRef, block, newId, onSave, onClose }: BlockDialogProps) {
  const snippets = useSnippets(projectRef)
  const [kind, setKind] = useState<ReportBlock['kind']>(block?.kind ?? 'metric')
  const [title, setTitle] = useState(block?.title ?? '')
  const [metric, setMetric] = useState<MetricName | undefined>(
    block?.kind === 'metric' ? block.metric : undefined,
  )
  const [metricView, setMetricView] = useState(block?.kind === 'metric' ? block.view : 'line')
  const [snippetId, setSnippetId] = useState(block?.kind === 'query' ? block.snippet_id : undefined)
  const [queryView, setQueryView] = useState(block?.kind === 'query' ? block.view : 'chart')
  const next = nextBlock()

  function nextBlock(): ReportBlock | undefined {
    const common = { id: block?.id ?? newId(), title: title.trim() }
    if (kind === 'metric') {
      if (metric === undefined) return undefined
      const shown = { kind, view: metricView, metric }
      return { ...common, ...sizeFor(shown, block), ...shown }
    }
    if (snippetId === undefined) return undefined
    // The columns of another query are others.
    const isSame = block?.kind === 'query' && block.snippet_id === snippetId
    const chart = isSame ? block.chart : null
    const shown = { kind, view: queryView, snippet_id: snippetId, chart }
    return { ...common, ...sizeFor(shown, block), ...shown }
  }

  const queries = snippets.data?.filter(({ type }) => type === 'sql') ?? []
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={block ? `Edit ${titleOf(block)}` : 'Add a block'}>
        <DialogForm
          submitLabel={block ? 'Save' : 'Add block'}
          isDirty={next !== undefined && JSON.stringify(next) !== JSON.stringify(block)}
          canSubmit={next !== undefined}
          onSubmit={() => next && onSave(withSize(next, next))}
          onCancel={onClose}
        >
          <SegmentedControl
            aria-label="Content"
            value={kind}
            options={KINDS}
            onValueChange={setKind}
            className="w-fit"
          />
          {kind === 'metric' && (
            <Field label="Metric">
              {(control) => (
                <Combobox
                  {...control}
                  value={metric}
                  options={METRIC_OPTIONS}
                  placeholder="Select a metric"
                  searchPlaceholder="Search metrics"
                  onValueChange={(name) => isMetric(name) && setMetric(name)}
                />
              )}
            </Field>
          )}
          {kind === 'query' && (
            <Field
              label="Saved query"
              description="It runs with a role that can only read. In a shared report, the others see its result only if the query is shared too."
            >
              {(control) => (
                <Combobox
                  {...control}
                  value={snippetId}
                  options={queries.map(({ id, name, visibility }) => ({
                    value: id,
                    label: name,
                    detail: visibility === 'shared' ? 'Shared' : 'Private',
                  }))}
                  placeholder="Select a query"
                  searchPlaceholder="Search queries"
                  emptyText="No saved queries. Save one in the SQL editor first."
                  onValueChange={setSnippetId}
                />
              )}
            </Field>
          )}
          <div className="grid gap-1.5">
            <p aria-hidden className="text-xs font-medium">
              Show as
            </p>
            {kind === 'metric' ? (
              <SegmentedControl
                aria-label="Show as"
                value={metricView}
                options={METRIC_VIEWS}
                onValueChange={setMetricView}
                className="w-fit"
              />
            ) : (
              <SegmentedControl
                aria-label="Show as"
                value={queryView}
                options={QUERY_VIEWS}
                onValueChange={setQueryView}
                className="w-fit"
              />
            )}
          </div>
          <Field label="Title" description="By default the name of what it shows.">
            {(control) => (
              <Input
                {...control}
                value={title}
                maxLength={100}
                onChange={(event) => setTitle(event.target.value)}
              />
            )}
          </Field>
        </DialogForm>
      </DialogContent>
    </Dialog>
  )
}

/** A block keeps its size when its content changes. */
const sizeFor = (
  shown: Pick<ReportBlock, 'kind' | 'view'>,
  block: ReportBlock | undefined,
): Pick<ReportBlock, 'width' | 'height'> =>
  block ? { width: block.width, height: block.height } : firstSize(shown)
