import type { DatabaseSchema } from '@stoa/contract/services/meta/objects'
import { NewName } from '@stoa/contract/services/meta/params'
import { useState } from 'react'
import { z } from 'zod'
import { useForm } from '../../../components/form/use-form.ts'
import { QueryList } from '../../../components/list/query-list.tsx'
import { useOpenPanel } from '../../../components/list/use-open-panel.ts'
import { ChangeForm } from '../../../components/sql-form/change-form.tsx'
import { useSchemaObjects } from '../../../data/resources/services/meta/objects.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { objectAddress } from '../object-address.ts'
import { DatabasePage } from '../database-page.tsx'
import { DropDialog } from '../list/drop-dialog.tsx'
import { ObjectTable, type ListColumn } from '../list/object-list.tsx'
import { PageSearch, searchStates, withName, type SearchPageProps } from '../list/page-search.tsx'
import { NameField } from '../list/name-field.tsx'

/** The schemas of the database. */
export function SchemasPage({ projectRef, search, onSearch }: SearchPageProps) {
  const { panel, open, close } = useOpenPanel(['new'])
  const [dropped, setDropped] = useState<DatabaseSchema>()
  const schemas = useSchemaObjects(projectRef)
  return (
    <DatabasePage
      projectRef={projectRef}
      title="Schemas"
      description="Namespaces for tables, views and functions. The Data API only exposes the schemas in its settings."
      action={
        <Button variant="primary" onClick={() => open('new')}>
          New schema
        </Button>
      }
    >
      {({ canWrite }) => (
        <>
          <QueryList
            label="schemas"
            query={schemas}
            found={schemas.data && withName(schemas.data, search)}
            empty={{ title: 'No schemas', description: 'The schemas of the database appear here.' }}
            toolbar={<PageSearch label="schemas" search={search} onSearch={onSearch} />}
            {...searchStates(search)}
          >
            {(items) => (
              <ObjectTable
                label="Schemas"
                items={items}
                columns={COLUMNS}
                detail={({ owner }) => `owned by ${owner}`}
                canChange={canWrite}
                editing={{ projectRef, catalog: 'pg_namespace', address: objectAddress.schema }}
                actions={(schema) => [
                  {
                    label: 'Delete schema',
                    variant: 'danger',
                    onSelect: () => setDropped(schema),
                  },
                ]}
              />
            )}
          </QueryList>
          {canWrite && panel && <NewSchemaSheet projectRef={projectRef} onClose={close} />}
          {dropped && (
            <DropDialog
              projectRef={projectRef}
              kind="schema"
              object={dropped}
              change={(cascade) => ({
                kind: 'drop',
                object: objectAddress.schema(dropped),
                cascade,
              })}
              onClose={() => setDropped(undefined)}
            />
          )}
        </>
      )}
    </DatabasePage>
  )
}

const counts = { align: 'right', textClassName: 'tabular-nums' } as const

const COLUMNS: readonly ListColumn<DatabaseSchema>[] = [
  {
    header: 'Tables',
    ...counts,
    className: 'w-20',
    cell: ({ tables }) => formatCount(tables),
  },
  {
    header: 'Views',
    ...counts,
    className: 'hidden w-20 sm:table-cell',
    cell: ({ views }) => formatCount(views),
  },
  {
    header: 'Functions',
    ...counts,
    className: 'hidden w-24 sm:table-cell',
    cell: ({ functions }) => formatCount(functions),
  },
]

const NewSchema = z.object({ name: NewName })

function NewSchemaSheet({ projectRef, onClose }: { projectRef: string; onClose: () => void }) {
  const { values, body, problems, change, state } = useForm({
    values: { name: '' },
    schema: NewSchema,
  })
  return (
    <Sheet open size="lg" title="New schema" onClose={onClose}>
      <ChangeForm
        projectRef={projectRef}
        state={state}
        change={body && { kind: 'create_schema', name: body.name }}
        submitLabel="Create schema"
        success="Schema created"
        onClose={onClose}
      >
        <NameField
          value={values.name}
          error={problems.name}
          onChange={(name) => change({ name })}
        />
      </ChangeForm>
    </Sheet>
  )
}
