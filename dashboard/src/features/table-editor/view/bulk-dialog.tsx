import type { Column } from '@stoa/contract/services/meta/catalogue'
import type { BulkAction, BulkRows } from '@stoa/contract/services/meta/bulk-changes'
import { useState, useSyncExternalStore } from 'react'
import { formatCount } from '../../../lib/quantities.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { Dialog, DialogBody, DialogContent, DialogFooter } from '../../../ui/overlays/dialog.tsx'
import { referenceOf } from '../cells/reference-of.ts'
import { RowField } from '../insert/row-field.tsx'
import type { SessionView, ViewState } from '../session/session-view.ts'
import type { BulkKind, BulkScope } from './bulk-access.ts'
import { BulkPreviewView } from './bulk-preview-view.tsx'
import { bulkChoices, bulkColumns, bulkValue, type BulkChoice } from './bulk-values.ts'
import { useBulkChange } from './use-bulk-change.ts'

type BulkDialogProps = {
  session: SessionView
  view: ViewState
  kind: BulkKind
  initialRows: BulkScope
  onClose: () => void
}

/** Sets a column of many rows or deletes them, after showing the SQL and the number of rows. */
export function BulkDialog({ session, view, kind, initialRows, onClose }: BulkDialogProps) {
  const { table, chosen, edits, review } = session
  const columns = bulkColumns(table.columns)
  const [selected] = useState(() => [...chosen.all().values()].map((key) => ({ ...key })))
  const [scope, setScope] = useState<BulkScope>(selected.length > 0 ? initialRows : 'matching')
  const [column, setColumn] = useState<Column | undefined>(columns[0])
  const [choice, setChoice] = useState<BulkChoice>('value')
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const change = useBulkChange(session, onClose)
  const isUnsaved = useSyncExternalStore(edits.subscribe, () => edits.pending().length > 0)
  const isCollecting = useSyncExternalStore(review.subscribe, () => review.changes().length > 0)
  const isBlocked = isUnsaved || isCollecting
  const rows: BulkRows =
    scope === 'selected'
      ? { kind: 'keys', keys: selected }
      : { kind: 'matching', filters: [...view.filters], match: view.match }
  const show = (action: BulkAction) => void change.show({ rows, action })
  const preview = () => {
    if (kind === 'delete') show({ kind: 'delete' })
    if (kind === 'delete' || column === undefined) return
    const value = bulkValue(column, { choice, text })
    setProblem('problem' in value ? value.problem : undefined)
    if ('to' in value) show({ kind: 'set', column: column.name, to: value.to })
  }
  return (
    <Dialog open onOpenChange={(open) => !open && !change.isPending && onClose()}>
      <DialogContent
        size="md"
        title={`${kind === 'edit' ? 'Edit' : 'Delete'} rows of ${table.name}`}
      >
        <DialogBody className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {change.previewed === undefined ? (
            <>
              <ScopeField
                selected={selected.length}
                hasFilters={view.filters.length > 0}
                scope={scope}
                onScope={setScope}
              />
              {kind === 'edit' && column !== undefined && (
                <ValueFields
                  session={session}
                  columns={columns}
                  column={column}
                  choice={choice}
                  text={text}
                  problem={problem}
                  onColumn={(next) => {
                    setColumn(next)
                    setChoice('value')
                    setText('')
                    setProblem(undefined)
                  }}
                  onChoice={setChoice}
                  onText={(next) => {
                    setText(next)
                    setProblem(undefined)
                  }}
                />
              )}
              {isBlocked && (
                <p className="text-xs text-muted">Save or discard your other edits first.</p>
              )}
            </>
          ) : (
            <BulkPreviewView kind={kind} preview={change.previewed.preview} />
          )}
          {change.failure !== undefined && (
            <p role="alert" className="text-danger-text">
              {change.failure}
            </p>
          )}
        </DialogBody>
        <DialogFooter>
          {change.previewed === undefined ? (
            <Button
              variant="primary"
              pending={change.isPending}
              disabled={isBlocked}
              onClick={preview}
            >
              Preview
            </Button>
          ) : (
            <>
              <Button
                variant={kind === 'edit' ? 'primary' : 'danger'}
                pending={change.isPending}
                disabled={isBlocked || change.previewed.preview.count.value === 0}
                onClick={() => void change.save()}
              >
                {kind === 'edit' ? 'Change' : 'Delete'}{' '}
                {rowsText(change.previewed.preview.count.value)}
              </Button>
              <Button disabled={change.isPending} onClick={change.edit}>
                Back
              </Button>
            </>
          )}
          <Button disabled={change.isPending} onClick={onClose}>
            Cancel
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

const rowsText = (count: number) => `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`

type ScopeFieldProps = {
  selected: number
  hasFilters: boolean
  scope: BulkScope
  onScope: (scope: BulkScope) => void
}

function ScopeField({ selected, hasFilters, scope, onScope }: ScopeFieldProps) {
  const matching = hasFilters ? 'All rows that match the filters' : 'All rows of the table'
  return (
    <Field label="Rows">
      {(control) => (
        <Select
          {...control}
          value={scope}
          options={[
            ...(selected > 0
              ? [{ value: 'selected' as const, label: `${rowsText(selected)} selected` }]
              : []),
            { value: 'matching', label: matching },
          ]}
          onValueChange={onScope}
        />
      )}
    </Field>
  )
}

type ValueFieldsProps = {
  session: SessionView
  columns: readonly Column[]
  column: Column
  choice: BulkChoice
  text: string
  problem: string | undefined
  onColumn: (column: Column) => void
  onChoice: (choice: BulkChoice) => void
  onText: (text: string) => void
}

function ValueFields({ session, columns, column, choice, text, problem, ...on }: ValueFieldsProps) {
  return (
    <>
      <Field label="Column">
        {(control) => (
          <Select
            {...control}
            value={column.name}
            options={columns.map(({ name }) => ({ value: name, label: name }))}
            onValueChange={(name) => {
              const next = columns.find((each) => each.name === name)
              if (next) on.onColumn(next)
            }}
          />
        )}
      </Field>
      <Field label="New value">
        {(control) => (
          <Select
            {...control}
            key={column.name}
            value={choice}
            options={bulkChoices(column)}
            onValueChange={on.onChoice}
          />
        )}
      </Field>
      {choice === 'value' && (
        <RowField
          key={column.name}
          projectRef={session.projectRef}
          reference={referenceOf(session.table, column.name)}
          // NULL and the default are choices of their own.
          column={{ ...column, is_nullable: false, default_value: null }}
          field={{ kind: 'value', text }}
          hasDefault={false}
          problem={problem}
          onChange={(field) => field.kind === 'value' && on.onText(field.text)}
        />
      )}
    </>
  )
}
