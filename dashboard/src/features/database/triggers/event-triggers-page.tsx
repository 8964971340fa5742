import type { EventTrigger } from '@stoa/contract/services/meta/objects'
import { useState } from 'react'
import { QueryList } from '../../../components/list/query-list.tsx'
import { useRecordPanel } from '../../../components/list/use-record-panel.ts'
import { useEventTriggers } from '../../../data/resources/services/meta/objects.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { DatabasePage } from '../database-page.tsx'
import { ObjectTable, type ListColumn } from '../list/object-list.tsx'
import { PageSearch, searchStates, withName, type SearchPageProps } from '../list/page-search.tsx'
import { EventTriggerDialogs, type ChosenEventTrigger } from './event-trigger-dialogs.tsx'
import { EventTriggerSheet } from './event-trigger-sheet.tsx'
import { TriggerStatus } from './trigger-status.tsx'

/** The triggers on changes of definitions. */
export function EventTriggersPage({ projectRef, search, onSearch }: SearchPageProps) {
  const triggers = useEventTriggers(projectRef)
  const { panel, open, close } = useRecordPanel({
    alone: ['new'],
    kinds: ['rename', 'comment'],
    items: triggers.data,
  })
  const [asked, setAsked] = useState<ChosenEventTrigger>()
  const create = (
    <Button variant="primary" onClick={() => open('new')}>
      New event trigger
    </Button>
  )
  return (
    <DatabasePage
      projectRef={projectRef}
      title="Event triggers"
      description="Functions that run when definitions change, as the role that changes them. They don’t run for changes by the platform or by scripts of extensions."
      action={create}
    >
      {({ canWrite }) => (
        <>
          <QueryList
            label="event triggers"
            query={triggers}
            found={triggers.data && withName(triggers.data, search)}
            empty={{
              title: 'No event triggers yet',
              description: 'An event trigger runs a function when a definition changes.',
              action: canWrite && create,
            }}
            toolbar={<PageSearch label="event triggers" search={search} onSearch={onSearch} />}
            {...searchStates(search)}
          >
            {(items) => (
              <ObjectTable
                label="Event triggers"
                items={items}
                columns={COLUMNS}
                detail={({ tags, comment }) =>
                  comment ?? (tags.length === 0 ? 'all commands' : tags.join(', '))
                }
                canChange={canWrite}
                actions={(trigger) => [
                  trigger.enabled === 'disabled'
                    ? { label: 'Enable', onSelect: () => setAsked({ kind: 'enable', trigger }) }
                    : { label: 'Disable', onSelect: () => setAsked({ kind: 'disable', trigger }) },
                  { label: 'Rename', onSelect: () => open('rename', trigger) },
                  {
                    label: 'Edit comment',
                    onSelect: () => open('comment', trigger),
                  },
                  {
                    label: 'Delete event trigger',
                    variant: 'danger',
                    onSelect: () => setAsked({ kind: 'drop', trigger }),
                  },
                ]}
              />
            )}
          </QueryList>
          {canWrite && panel?.kind === 'new' && (
            <EventTriggerSheet projectRef={projectRef} onClose={close} />
          )}
          {canWrite && panel?.item && !panel.item.locked_by && (
            <EventTriggerDialogs
              projectRef={projectRef}
              chosen={{ kind: panel.kind, trigger: panel.item }}
              onClose={close}
            />
          )}
          {asked && (
            <EventTriggerDialogs
              projectRef={projectRef}
              chosen={asked}
              onClose={() => setAsked(undefined)}
            />
          )}
        </>
      )}
    </DatabasePage>
  )
}

const COLUMNS: readonly ListColumn<EventTrigger>[] = [
  {
    header: 'Status',
    className: 'w-24',
    cell: ({ enabled }) => <TriggerStatus enabled={enabled} />,
  },
  { header: 'Event', className: 'hidden w-44 sm:table-cell', cell: ({ event }) => event },
  {
    header: 'Function',
    className: 'hidden md:table-cell',
    textClassName: 'truncate font-mono',
    cell: ({ function_schema, function_name }) => `${function_schema}.${function_name}`,
  },
]
