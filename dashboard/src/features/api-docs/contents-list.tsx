import { Link } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { QueryError } from '../../components/query-error.tsx'
import { useFunctions } from '../../data/api-docs.ts'
import { useCan } from '../../data/projects.ts'
import { useTables } from '../../data/tables.ts'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useDocs } from './docs-context.ts'

type ContentsListProps = {
  onSchema: (schema: string) => void
  onNavigate: () => void
}

/** Every page of the documentation, the tables and functions of the chosen schema among them. */
export function ContentsList({ onSchema, onNavigate }: ContentsListProps) {
  const { projectRef, schema, schemas } = useDocs()
  const tables = useTables(projectRef, schema)
  const functions = useFunctions(projectRef, schema)
  const can = useCan(projectRef)
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const matches = (name: string) => name.toLowerCase().includes(wanted)
  const foundTables = tables.data?.filter(({ name }) => matches(name))
  const names = [...new Set(functions.data?.map(({ name }) => name))].filter(matches)
  const common = {
    params: { ref: projectRef },
    search: { schema },
    onClick: onNavigate,
    activeOptions: EXACT,
  }
  const error = tables.error ?? functions.error
  return (
    <nav aria-label="API docs" className="flex min-h-0 flex-1 flex-col">
      <div className="grid gap-2 p-2">
        {schemas.length > 1 && (
          <Select
            aria-label="Schema"
            value={schema}
            options={schemas.map((name) => ({ value: name, label: name }))}
            onValueChange={onSchema}
          />
        )}
        <div className="relative">
          <Search className="absolute top-1.5 left-2 size-4 text-muted" />
          <Input
            type="search"
            aria-label="Search tables and functions"
            placeholder="Search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            className="pl-7"
          />
        </div>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">
        {wanted === '' && (
          <ul className="grid gap-0.5">
            <li>
              <Link to="/project/$ref/api" className={ITEM} {...common}>
                Introduction
              </Link>
            </li>
            <li>
              <Link to="/project/$ref/api/authentication" className={ITEM} {...common}>
                Authentication
              </Link>
            </li>
            <li>
              <Link to="/project/$ref/api/types" className={ITEM} {...common}>
                Generated types
              </Link>
            </li>
            {can('database:write') && (
              <li>
                <Link
                  to="/project/$ref/api/graphiql"
                  params={{ ref: projectRef }}
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
          {foundTables?.map(({ id, name }) => (
            <li key={id}>
              <Link
                to="/project/$ref/api/tables/$name"
                className={`${ITEM} font-mono text-xs`}
                {...common}
                params={{ ref: projectRef, name }}
              >
                <span className="truncate">{name}</span>
              </Link>
            </li>
          ))}
          {foundTables?.length === 0 && <Nothing isSearched={wanted !== ''}>No tables yet</Nothing>}
        </Group>
        <Group title="Functions" isLoading={functions.isPending}>
          {names.map((name) => (
            <li key={name}>
              <Link
                to="/project/$ref/api/functions/$name"
                className={`${ITEM} font-mono text-xs`}
                {...common}
                params={{ ref: projectRef, name }}
              >
                <span className="truncate">{name}</span>
              </Link>
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

const EXACT = { exact: true, includeSearch: false }
const ITEM =
  'flex h-7 items-center rounded-md px-2 text-muted transition-colors hover:bg-hover hover:text-text aria-[current=page]:bg-selected aria-[current=page]:text-text pointer-coarse:h-9'

type GroupProps = { title: string; isLoading: boolean; children: ReactNode }

function Group({ title, isLoading, children }: GroupProps) {
  return (
    <section className="mt-4">
      <h2 className="px-2 pb-1 text-xs font-medium text-muted">{title}</h2>
      {isLoading && <Skeleton className="mx-2 h-20" />}
      <ul className="grid gap-0.5">{children}</ul>
    </section>
  )
}

function Nothing({ isSearched, children }: { isSearched: boolean; children: ReactNode }) {
  return (
    <li className="px-2 py-1 text-xs text-muted">{isSearched ? 'Nothing matches' : children}</li>
  )
}
