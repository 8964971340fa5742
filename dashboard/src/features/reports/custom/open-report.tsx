import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import type { Snippet } from '@stoa/contract/platform/content'
import type { CustomReport, QueryBlock, ReportBlock } from '@stoa/contract/platform/custom-reports'
import { ConflictDialog } from '../../../components/documents/conflict-dialog.tsx'
import type { DraftStore } from '../../../components/documents/drafts.ts'
import { SaveStatus } from '../../../components/documents/save-status.tsx'
import {
  createSnippetDocument,
  type DocumentStatus,
} from '../../../components/documents/snippet-document.ts'
import { useKeptDocument } from '../../../components/documents/use-kept-document.ts'
import { ProjectPage } from '../../../components/project-page.tsx'
import { rangeOf, withTimes } from '../../../components/time-range/range-search.ts'
import { useReports, useSaveSnippet } from '../../../data/resources/platform/content.ts'
import { useCan } from '../../../data/resources/platform/projects.ts'
import { randomId } from '../../../lib/random-id.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import type { ReportsSearch } from '../reports-search.ts'
import { useReportView } from '../use-report-view.ts'
import { addBlock } from './blocks.ts'
import { CustomReportToolbar } from './custom-report-toolbar.tsx'
import { ReportGrid } from './report-grid.tsx'
import { ReportMenu } from './report-menu.tsx'
import { createReportStore } from './report-store.ts'
import { readReport, reportInWords } from './report-text.ts'

const BlockDialog = lazy(async () => ({
  default: (await import('./block-dialog.tsx')).BlockDialog,
}))
const ChartDialog = lazy(async () => ({
  default: (await import('./chart-dialog.tsx')).ChartDialog,
}))

type OpenReportProps = {
  projectRef: string
  reportId: string
  search: ReportsSearch
  drafts: DraftStore
  /** Null for a report that was never saved, or that cannot be loaded now. */
  stored: Snippet | null
  first: CustomReport
  /** Opens the stored report again. */
  onReload: () => void
}

type OpenDialog =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit'; readonly block: ReportBlock }
  | { readonly kind: 'draw'; readonly block: QueryBlock }

/** A loaded report, which is saved while it is edited. */
export function OpenReport({ projectRef, reportId, search, drafts, ...props }: OpenReportProps) {
  const { stored, first, onReload } = props
  const can = useCan(projectRef)
  const save = useSaveSnippet(projectRef)
  const listed = useReports(projectRef).data?.find(({ id }) => id === reportId)
  const canEdit = can('content:write') && (listed ?? stored)?.can_edit !== false
  const [{ document, store }] = useState(() => {
    const made = createSnippetDocument({
      id: reportId,
      type: 'report',
      nameOf: () => undefined,
      stored,
      drafts,
      save: (change) => save(reportId, change),
    })
    const blocks = createReportStore(first, () => made.changed(blocks.text))
    return { document: made, store: blocks }
  })
  useKeptDocument(document)
  const { name, version, status } = useSyncExternalStore(document.subscribe, document.snapshot)
  const report = useSyncExternalStore(store.subscribe, store.snapshot)
  const [dialog, setDialog] = useState<OpenDialog>()
  const [postponed, setPostponed] = useState<DocumentStatus>()
  const isInUrl = [search.range, search.from, search.to].some((part) => part !== undefined)
  const { change } = useReportView(projectRef, search)
  const range = rangeOf(isInUrl ? search : { range: report.range })
  const close = () => setDialog(undefined)
  const add = (
    <Button variant="primary" onClick={() => setDialog({ kind: 'add' })}>
      Add block
    </Button>
  )
  return (
    <ProjectPage
      projectRef={projectRef}
      title={name}
      product="reports"
      heading={
        <span className="flex min-w-0 items-center gap-3">
          <span className="truncate">{name}</span>
          {canEdit && <SaveStatus noun="report" status={status} isNew={version === 0} />}
        </span>
      }
      needs={['reports:read']}
      forbidden="This page shows metrics of the project."
      action={
        <>
          {status.state === 'conflict' && (
            <Button onClick={() => setPostponed(undefined)}>Choose version</Button>
          )}
          <CustomReportToolbar
            projectRef={projectRef}
            range={range}
            refreshSeconds={report.refresh_seconds}
            onRefreshSeconds={
              canEdit ? (seconds) => store.set({ refresh_seconds: seconds }) : undefined
            }
            onPreset={(value) => {
              change({ range: value, from: undefined, to: undefined })
              // The range is also the one that the report opens with.
              if (canEdit) store.set({ range: value })
            }}
            onTimes={(from, to) => change(withTimes(from, to))}
          />
          {canEdit && add}
          <ReportMenu
            projectRef={projectRef}
            document={document}
            text={store.text}
            listed={listed}
            canEdit={canEdit}
            onReload={onReload}
          />
        </>
      }
    >
      {!canEdit && (
        <p className="mb-4 text-xs text-muted">
          You can view this report but not change it. Duplicate it to change your copy.
        </p>
      )}
      {report.blocks.length === 0 ? (
        <EmptyState
          title="No blocks yet"
          description="Add the metrics and saved queries that you look at together."
          action={canEdit ? add : undefined}
        />
      ) : (
        <ReportGrid
          projectRef={projectRef}
          report={report}
          store={store}
          range={range}
          canEdit={canEdit}
          onEdit={(block) => setDialog({ kind: 'edit', block })}
          onDraw={(block) => setDialog({ kind: 'draw', block })}
          onZoom={(from, to) => change(withTimes(from, to))}
        />
      )}
      <Suspense>
        {dialog && dialog.kind !== 'draw' && (
          <BlockDialog
            projectRef={projectRef}
            block={dialog.kind === 'edit' ? dialog.block : undefined}
            newId={randomId}
            onSave={(block) => {
              if (dialog.kind === 'edit') store.replaceBlock(block)
              else store.setBlocks((blocks) => addBlock(blocks, block))
              close()
            }}
            onClose={close}
          />
        )}
        {dialog?.kind === 'draw' && (
          <ChartDialog
            projectRef={projectRef}
            block={dialog.block}
            onSave={store.replaceBlock}
            onClose={close}
          />
        )}
      </Suspense>
      <ConflictDialog
        noun="report"
        open={status.state === 'conflict' && postponed !== status}
        mine={document.text}
        theirs={status.state === 'conflict' ? status.theirs : null}
        inWords={reportInWords}
        onClose={() => setPostponed(status)}
        onKeepMine={() => void document.keepMine()}
        onTakeTheirs={() => {
          const theirs = readReport(document.takeTheirs() ?? '')
          if (theirs) store.replace(theirs)
        }}
      />
    </ProjectPage>
  )
}
