import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { DocsLink } from '../../components/api-docs/docs-link.tsx'
import { useGraphiqlPath, useOpenDocs } from '../../components/api-docs/docs-links.ts'
import { INDENT_PX, PartitionsRow } from '../../components/partitions/partitions-row.tsx'
import { useTableRows } from '../../components/partitions/use-table-rows.ts'
import { QueryError } from '../../components/query-error.tsx'
import { useFunctions } from '../../data/resources/services/meta/types.ts'
import { useCan } from '../../data/resources/platform/projects.ts'
import { useTables } from '../../data/resources/services/meta/tables.ts'
import { SearchInput } from '../../ui/inputs/search-input.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useDocs } from './docs-context.ts'

/** Lists every documentation page, including the tables and functions of the selected schema. */
export function ContentsList({ onNavigate }: { onNavigate: () => void }) {
  const { projectRef, schema, schemas, target } = useDocs()
  const openDocs = useOpenDocs(projectRef)
  const graphiql = useGraphiqlPath()
  const tables = useTables(projectRef, schema)
  const functions = useFunctions(projectRef, schema)
  const can = useCan(projectRef)
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const matches = (name: string) => name.toLowerCase().includes(wanted)
  const { rows, toggle } = useTableRows(tables.data ?? [], { search, currentId: undefined })
  const names = [...new Set(functions.data?.map(({ name }) => name))].filter(matches)
  // Matches the links of the navigation, so that the open page is recognized as the current one.
  const inSchema = schema === target.defaultSchema ? {} : { schema }
  const error = tables.error ?? functions.error
  return (
    <nav aria-label="API docs" className="flex min-h-0 flex-1 flex-col">
      <div className="grid gap-2 p-2">
        {schemas.length > 1 && (
          <Select
            aria-label="Schema"
            value={schema}
            options={schemas.map((name) => ({ value: name, label: name }))}
            // The same table may not exist in another schema, so the introduction opens instead.
            onValueChange={(next) => openDocs({ page: 'introduction', schema: next })}
          />
        )}
        <SearchInput
          label="Search tables and functions"
          placeholder="Search"
          value={search}
          onValueChange={setSearch}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">
        {wanted === '' && (
          <ul className="grid gap-0.5">
            {PAGES.map(({ page, title }) => (
              <li key={page}>
                <DocsLink
                  projectRef={projectRef}
                  place={{ page, ...inSchema }}
                  className={ITEM}
                  onClick={onNavigate}
                >
                  {title}
                </DocsLink>
              </li>
            ))}
            {can('database:write') && (
              <li>
                <Link
                  to={graphiql}
                  params={{ ref: projectRef }}
                  search={{ apiDocs: undefined }}
                  className={ITEM}
                  onClick={onNavigate}
                >
                  GraphiQL
                </Link>
              </li>
            )}
          </ul>
        )}
        {error && <QueryError className="mt-3" title="The list is incomplete" error={error} />}
        <Group title="Tables and views" isLoading={tables.isPending}>
          {rows.map((row) =>
            row.kind === 'table' ? (
              <li key={row.table.id} style={{ paddingLeft: `${row.depth * INDENT_PX}px` }}>
                <DocsLink
                  projectRef={projectRef}
                  place={{ page: 'table', schema, name: row.table.name }}
                  className={`${ITEM} font-mono text-xs`}
                  onClick={onNavigate}
                >
                  <span className="truncate">{row.table.name}</span>
                </DocsLink>
              </li>
            ) : (
              <PartitionsRow
                key={`partitions-${row.parent.id}`}
                {...row}
                name={row.parent.name}
                onToggle={() => toggle(row.parent.id)}
              />
            ),
          )}
          {tables.data && rows.length === 0 && (
            <Nothing isSearched={wanted !== ''}>No tables yet</Nothing>
          )}
        </Group>
        <Group title="Functions" isLoading={functions.isPending}>
          {names.map((name) => (
            <li key={name}>
              <DocsLink
                projectRef={projectRef}
                place={{ page: 'function', schema, name }}
                className={`${ITEM} font-mono text-xs`}
                onClick={onNavigate}
              >
                <span className="truncate">{name}</span>
              </DocsLink>
            </li>
          ))}
          {functions.data && names.length === 0 && (
            <Nothing isSearched={wanted !== ''}>No functions yet</Nothing>
          )}
        </Group>
      </div>
    </nav>
  )
}

const PAGES = [
  { page: 'introduction', title: 'Introduction' },
  { page: 'authentication', title: 'Authentication' },
  { page: 'types', title: 'Generated types' },
] as const
const ITEM =
  'flex h-7 items-center rounded-md px-2 text-muted transition-colors hover:bg-hover hover:text-text aria-[current=page]:bg-selected aria-[current=page]:text-text pointer-coarse:h-9'

type GroupProps = { title: string; isLoading: boolean; children: ReactNode }

function Group({ title, isLoading, children }: GroupProps) {
  const Heading = useDocs().surface === 'page' ? 'h2' : 'h3'
  return (
    <section className="mt-4">
      <Heading className="px-2 pb-1 text-xs font-medium text-muted">{title}</Heading>
      {isLoading && <Skeleton className="mx-2 h-20" />}
      <ul className="grid gap-0.5">{children}</ul>
    </section>
  )
}

function Nothing({ isSearched, children }: { isSearched: boolean; children: ReactNode }) {
  return <li className="px-2 py-1 text-xs text-muted">{isSearched ? 'No results' : children}</li>
}
