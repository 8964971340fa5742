import { Suspense, useState, type ReactNode } from 'react'
import { formatCount } from '../../../lib/quantities.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { SegmentedControl } from '../../../ui/buttons/segmented-control.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Combobox } from '../../../ui/inputs/combobox.tsx'
import { titleOf, type DiagramModel, type DiagramNode } from './diagram-model.ts'
import { ExportMenu } from './export/export-menu.tsx'
import { ForeignKeySheet, type KeyDraft } from './foreign-key-sheet.tsx'
import { LayoutMenu } from './layout-menu.tsx'
import { Picture } from './lazy-picture.ts'
import { TableList } from './table-list.tsx'
import { useLayout } from './use-layout.ts'

type VisualizerProps = {
  projectRef: string
  model: DiagramModel
  isTruncated: boolean
  /** The title of the selected table. */
  table: string | undefined
  canWrite: boolean
  canShare: boolean
  /** The field that selects the schema. */
  selector: ReactNode
  onTable: (table: string | undefined) => void
}

type Shown = 'picture' | 'list'

/** The picture with the list of its tables, next to each other where there is room. */
export function Visualizer({ projectRef, model, table, canWrite, ...props }: VisualizerProps) {
  const layout = useLayout(projectRef, model)
  const isWide = useMedia('(min-width: 64rem)')
  const [shown, setShown] = useState<Shown>('picture')
  const [draft, setDraft] = useState<KeyDraft>()
  const selected = model.nodes.find((node) => titleOf(node) === table)?.id
  const nodeOf = (id: string | undefined) => model.nodes.find((node) => node.id === id)
  const select = (id: string | undefined) => {
    const node = nodeOf(id)
    props.onTable(node && titleOf(node))
  }
  const begin = (from: DiagramNode | undefined, rest: Omit<KeyDraft, 'node'>) => {
    const { table: found } = from ?? {}
    if (from && found) setDraft({ ...rest, node: { ...from, table: found } })
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-2">
        {props.selector}
        {!isWide && shown === 'picture' && (
          <div className="w-full sm:w-56">
            <Combobox
              aria-label="Find a table"
              placeholder="Find a table"
              searchPlaceholder="Search tables"
              value={selected}
              options={model.nodes.map((node) => ({ value: node.id, label: titleOf(node) }))}
              onValueChange={select}
            />
          </div>
        )}
        <LayoutMenu layout={layout} canShare={props.canShare} />
        <ExportMenu projectRef={projectRef} model={model} places={layout.places} />
        <p className="text-xs text-muted tabular-nums sm:ml-auto">
          {counted(model.nodes.filter((node) => node.table).length, 'table')},{' '}
          {counted(model.edges.length, 'foreign key')}
        </p>
      </div>
      {props.isTruncated && (
        <Callout type="caution" title="The schema is too large for one picture">
          The first 2,000 tables and 30,000 columns are shown.
        </Callout>
      )}
      {!isWide && (
        <SegmentedControl
          aria-label="View"
          className="justify-self-start"
          value={shown}
          options={[
            { value: 'picture', label: 'Picture' },
            { value: 'list', label: 'List' },
          ]}
          onValueChange={setShown}
        />
      )}
      <div className="grid h-[calc(100dvh-var(--shell-top)-13rem)] min-h-96 grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-[16rem_minmax(0,1fr)]">
        {(isWide || shown === 'list') && (
          <TableList
            projectRef={projectRef}
            model={model}
            selected={selected}
            canConnect={canWrite}
            onSelect={select}
            onAddKey={(node) => begin(node, { target: '' })}
          />
        )}
        {(isWide || shown === 'picture') && (
          <div className="min-h-0 overflow-hidden rounded-md border" aria-busy={layout.isArranging}>
            <Suspense fallback={<Skeleton className="size-full" />}>
              {layout.places ? (
                <Picture
                  model={model}
                  places={layout.places}
                  selected={selected}
                  canConnect={canWrite}
                  onSelect={select}
                  onMove={layout.move}
                  onConnect={(from, to) =>
                    begin(nodeOf(from.node), {
                      target: to.node,
                      drawn: { column: from.column, target: to.column },
                    })
                  }
                />
              ) : (
                <Skeleton className="size-full" />
              )}
            </Suspense>
          </div>
        )}
      </div>
      {draft && (
        <ForeignKeySheet
          projectRef={projectRef}
          model={model}
          draft={draft}
          onClose={() => setDraft(undefined)}
        />
      )}
    </div>
  )
}

const counted = (count: number, name: string): string =>
  `${formatCount(count)} ${name}${count === 1 ? '' : 's'}`
