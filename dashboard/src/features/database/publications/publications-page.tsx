import { PublishedOperation } from '@stoa/contract/services/meta/object-changes'
import type { Publication } from '@stoa/contract/services/meta/objects'
import { NewName } from '@stoa/contract/services/meta/params'
import { useState } from 'react'
import { z } from 'zod'
import { useForm } from '../../../components/form/use-form.ts'
import { QueryList } from '../../../components/list/query-list.tsx'
import { NameButton } from '../../../components/list/record-table.tsx'
import { useOpenPanel } from '../../../components/list/use-open-panel.ts'
import { ChangeForm } from '../../../components/sql-form/change-form.tsx'
import { usePublications } from '../../../data/resources/services/meta/objects.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { objectAddress } from '../object-address.ts'
import { DatabasePage } from '../database-page.tsx'
import { CheckList } from '../../../components/form/check-list.tsx'
import { ChangeDialog } from '../list/drop-dialog.tsx'
import { ObjectTable, type ListColumn } from '../list/object-list.tsx'
import { TablesSheet } from './tables-sheet.tsx'
import { NameField } from '../list/name-field.tsx'

/** The publications of the database and the tables in them. */
export function PublicationsPage({ projectRef }: { projectRef: string }) {
  const { panel, open, close } = useOpenPanel(['new', 'tables'])
  const [dropped, setDropped] = useState<Publication>()
  const publications = usePublications(projectRef)
  const create = (
    <Button variant="primary" onClick={() => open('new')}>
      New publication
    </Button>
  )
  const shown = publications.data?.find(({ id }) => String(id) === panel?.id)
  return (
    <DatabasePage
      projectRef={projectRef}
      title="Publications"
      description="Tables whose changes are sent to logical replication subscribers."
      action={create}
    >
      {({ canWrite }) => (
        <>
          <QueryList
            label="publications"
            query={publications}
            empty={{
              title: 'No publications yet',
              description:
                'A publication selects the tables and operations that a subscriber receives.',
              action: canWrite && create,
            }}
          >
            {(items) => (
              <ObjectTable
                label="Publications"
                items={items}
                columns={COLUMNS}
                nameLink={nameButton((id) => open('tables', id))}
                detail={({ owner }) => `owned by ${owner}`}
                canChange={canWrite}
                editing={{
                  projectRef,
                  catalog: 'pg_publication',
                  address: objectAddress.publication,
                }}
                actions={(publication) => [
                  {
                    label:
                      canWrite && publication.locked_by === null ? 'Select tables' : 'View tables',
                    isReading: true,
                    onSelect: () => open('tables', publication.id),
                  },
                  {
                    label: 'Delete publication',
                    variant: 'danger',
                    onSelect: () => setDropped(publication),
                  },
                ]}
              />
            )}
          </QueryList>
          {panel?.kind === 'new' && canWrite && (
            <NewPublicationSheet projectRef={projectRef} onClose={close} />
          )}
          {panel?.kind === 'tables' && shown && (
            <TablesSheet
              projectRef={projectRef}
              publication={shown}
              canChange={canWrite && shown.locked_by === null}
              onClose={close}
            />
          )}
          {dropped && (
            <ChangeDialog
              projectRef={projectRef}
              title={`Delete the publication “${dropped.name}”?`}
              description="Its subscribers stop receiving changes. The tables and their rows are kept."
              confirmLabel="Delete publication"
              success="Publication deleted"
              change={{
                kind: 'drop',
                object: objectAddress.publication(dropped),
                cascade: false,
              }}
              onClose={() => setDropped(undefined)}
            />
          )}
        </>
      )}
    </DatabasePage>
  )
}

const nameButton =
  (onOpen: (id: number) => void) =>
  ({ id, name }: Publication) => <NameButton onClick={() => onOpen(id)}>{name}</NameButton>

const COLUMNS: readonly ListColumn<Publication>[] = [
  {
    header: 'Tables',
    className: 'w-28 truncate sm:w-40',
    cell: ({ is_for_all_tables, schemas, tables }) =>
      is_for_all_tables
        ? 'All tables'
        : [
            ...(schemas.length > 0 ? [`all of ${schemas.join(', ')}`] : []),
            ...(tables.length > 0 || schemas.length === 0 ? [String(tables.length)] : []),
          ].join(' and '),
  },
  {
    header: 'Operations',
    className: 'hidden w-64 sm:table-cell',
    cell: (publication) => publishedBy(publication).join(', '),
  },
]

const publishedBy = (publication: Publication): PublishedOperation[] =>
  PublishedOperation.options.filter((operation) => publication[`publishes_${operation}`])

const NewPublication = z.object({
  name: NewName,
  operations: z.array(PublishedOperation).min(1, 'Select at least one operation.'),
})

function NewPublicationSheet({ projectRef, onClose }: { projectRef: string; onClose: () => void }) {
  const { values, body, problems, change, state } = useForm<
    { name: string; operations: readonly PublishedOperation[] },
    z.infer<typeof NewPublication>
  >({ values: { name: '', operations: PublishedOperation.options }, schema: NewPublication })
  return (
    <Sheet
      open
      size="lg"
      title="New publication"
      description="Add tables after creating it."
      onClose={onClose}
    >
      <ChangeForm
        projectRef={projectRef}
        state={state}
        change={
          body && {
            kind: 'create_publication',
            name: body.name,
            operations: PublishedOperation.options.filter((operation) =>
              body.operations.includes(operation),
            ),
          }
        }
        submitLabel="Create publication"
        success="Publication created"
        onClose={onClose}
      >
        <NameField
          value={values.name}
          error={problems.name}
          onChange={(name) => change({ name })}
        />
        <CheckList
          label="Operations"
          values={PublishedOperation.options}
          chosen={values.operations}
          onChange={(next) => change({ operations: next })}
          error={problems.operations}
        />
      </ChangeForm>
    </Sheet>
  )
}
