import type { DatabaseTrigger } from '@stoa/contract/services/meta/objects'
import { useState } from 'react'
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

type Chosen =
  | { kind: 'new' }
  | { kind: 'view' | 'enable' | 'disable' | 'drop'; trigger: DatabaseTrigger }

/** The triggers on the tables of a schema. */
export function TriggersPage({ projectRef, search, onSearch }: ListPageProps) {
  const [chosen, setChosen] = useState<Chosen>()
  const filter = listFilter(search)
  const list = useTriggers(projectRef, filter)
  const close = () => setChosen(undefined)
  const create = (
    <Button variant="primary" onClick={() => setChosen({ kind: 'new' })}>
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
                onSelect: () => setChosen({ kind: 'view', trigger }),
              },
              trigger.enabled === 'disabled'
                ? { label: 'Enable', onSelect: () => setChosen({ kind: 'enable', trigger }) }
                : { label: 'Disable', onSelect: () => setChosen({ kind: 'disable', trigger }) },
              {
                label: 'Delete trigger',
                variant: 'danger',
                onSelect: () => setChosen({ kind: 'drop', trigger }),
              },
            ]}
          />
          {chosen?.kind === 'new' && (
            <TriggerSheet projectRef={projectRef} schema={filter.schema} onClose={close} />
          )}
          {chosen?.kind === 'view' && (
            <DefinitionSheet
              name={chosen.trigger.name}
              definition={chosen.trigger.definition}
              onClose={close}
            />
          )}
          {(chosen?.kind === 'enable' || chosen?.kind === 'disable') && (
            <SwitchDialog
              projectRef={projectRef}
              trigger={chosen.trigger}
              isOn={chosen.kind === 'enable'}
              onClose={close}
            />
          )}
          {chosen?.kind === 'drop' && (
            <DropDialog
              projectRef={projectRef}
              kind="trigger"
              object={chosen.trigger}
              change={(cascade) => ({
                kind: 'drop',
                object: objectAddress.trigger(chosen.trigger),
                cascade,
              })}
              onClose={close}
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
