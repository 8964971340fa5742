import type { DatabaseTrigger } from '@stoa/contract/services/meta/objects'
import { useState } from 'react'
import { useRecordPanel } from '../../../components/list/use-record-panel.ts'
import { useEditAsSql } from '../../../components/sql-editor/use-edit-as-sql.ts'
import { useReadDraft } from '../../../data/resources/services/meta/sql-drafts.ts'
import { useTriggers } from '../../../data/resources/services/meta/objects.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { objectAddress } from '../object-address.ts'
import { DatabasePage } from '../database-page.tsx'
import { DefinitionSheet } from '../list/definition-sheet.tsx'
import { ChangeDialog, DropDialog } from '../list/drop-dialog.tsx'
import { listFilter, type ListPageProps } from '../list/list-search.ts'
import { ListToolbar } from '../list/list-toolbar.tsx'
import { ObjectList, type ListColumn } from '../list/object-list.tsx'
import { TriggerSheet } from './trigger-sheet.tsx'
import { TriggerStatus } from './trigger-status.tsx'

type OpenDialog = { kind: 'enable' | 'disable' | 'drop'; trigger: DatabaseTrigger }

/** The triggers on the tables of a schema. */
export function TriggersPage({ projectRef, search, onSearch }: ListPageProps) {
  const [asked, setAsked] = useState<OpenDialog>()
  const filter = listFilter(search)
  const list = useTriggers(projectRef, filter)
  const { panel, open, close } = useRecordPanel({
    alone: ['new'],
    kinds: ['view'],
    items: list.data?.pages.flatMap(({ items }) => items),
  })
  const editAsSql = useEditAsSql()
  const readDraft = useReadDraft(projectRef)
  const editActions = ({ id, schema, table, name, definition }: DatabaseTrigger) => {
    if (!editAsSql || definition === null) return []
    const draft = { kind: 'edit_trigger', schema, table, name, definition } as const
    return [
      { label: 'Edit as SQL', onSelect: () => editAsSql(`trigger-${id}`, () => readDraft(draft)) },
    ]
  }
  const closeDialog = () => setAsked(undefined)
  const create = (
    <Button variant="primary" onClick={() => open('new')}>
      New trigger
    </Button>
  )
  return (
    <DatabasePage
      projectRef={projectRef}
      title="Triggers"
      description="Functions that run when rows of a table change."
      action={create}
    >
      {({ canWrite }) => (
        <>
          <ListToolbar {...{ projectRef, search, onSearch }} label="triggers" />
          <ObjectList
            label="triggers"
            list={list}
            search={filter.search}
            columns={COLUMNS}
            detail={({ table }) => `on ${table}`}
            empty={{
              title: `No triggers in ${filter.schema}`,
              description:
                'A trigger calls a function before or after rows are inserted, updated, or deleted.',
              action: canWrite && create,
            }}
            canChange={canWrite}
            editing={{ projectRef, catalog: 'pg_trigger', address: objectAddress.trigger }}
            actions={(trigger) => [
              {
                label: 'View definition',
                isReading: true,
                onSelect: () => open('view', trigger),
              },
              ...editActions(trigger),
              trigger.enabled === 'disabled'
                ? { label: 'Enable', onSelect: () => setAsked({ kind: 'enable', trigger }) }
                : { label: 'Disable', onSelect: () => setAsked({ kind: 'disable', trigger }) },
              {
                label: 'Delete trigger',
                variant: 'danger',
                onSelect: () => setAsked({ kind: 'drop', trigger }),
              },
            ]}
          />
          {canWrite && panel?.kind === 'new' && (
            <TriggerSheet projectRef={projectRef} schema={filter.schema} onClose={close} />
          )}
          {panel?.kind === 'view' && (
            <DefinitionSheet
              name={panel.item.name}
              definition={panel.item.definition}
              onClose={close}
            />
          )}
          {(asked?.kind === 'enable' || asked?.kind === 'disable') && (
            <SwitchDialog
              projectRef={projectRef}
              trigger={asked.trigger}
              isOn={asked.kind === 'enable'}
              onClose={closeDialog}
            />
          )}
          {asked?.kind === 'drop' && (
            <DropDialog
              projectRef={projectRef}
              kind="trigger"
              object={asked.trigger}
              change={(cascade) => ({
                kind: 'drop',
                object: objectAddress.trigger(asked.trigger),
                cascade,
              })}
              onClose={closeDialog}
            />
          )}
        </>
      )}
    </DatabasePage>
  )
}

const COLUMNS: readonly ListColumn<DatabaseTrigger>[] = [
  {
    header: 'Status',
    className: 'w-24',
    cell: ({ enabled }) => <TriggerStatus enabled={enabled} />,
  },
  {
    header: 'Fires',
    className: 'hidden w-52 sm:table-cell',
    cell: ({ timing, events }) => `${timing} ${events.join(', ')}`,
  },
  {
    header: 'For each',
    className: 'hidden w-24 lg:table-cell',
    cell: ({ level }) => level,
  },
  {
    header: 'Function',
    className: 'hidden md:table-cell',
    textClassName: 'truncate font-mono',
    cell: ({ function_schema, function_name }) => `${function_schema}.${function_name}`,
  },
]

type SwitchDialogProps = {
  projectRef: string
  trigger: DatabaseTrigger
  isOn: boolean
  onClose: () => void
}

function SwitchDialog({ projectRef, trigger, isOn, onClose }: SwitchDialogProps) {
  const verb = isOn ? 'Enable' : 'Disable'
  return (
    <ChangeDialog
      projectRef={projectRef}
      variant={isOn ? 'success' : 'danger'}
      title={`${verb} the trigger “${trigger.name}”?`}
      description={
        isOn
          ? `It runs for future changes to ${trigger.table}. Earlier changes are not repeated.`
          : `Changes to ${trigger.table} no longer run it.`
      }
      confirmLabel={`${verb} trigger`}
      success={isOn ? 'Trigger enabled' : 'Trigger disabled'}
      change={{
        kind: 'enable_trigger',
        schema: trigger.schema,
        table: trigger.table,
        name: trigger.name,
        is_enabled: isOn,
      }}
      onClose={onClose}
    />
  )
}
