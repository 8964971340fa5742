import { EXTENSIONS, type CataloguedExtension } from '@stoa/contract/catalog/extensions'
import type { DatabaseExtension } from '@stoa/contract/services/meta/extensions'
import { Link } from '@tanstack/react-router'
import { BookOpen, Code } from 'lucide-react'
import { useState } from 'react'
import { RouteSearchField } from '../../../components/list/search-field.tsx'
import { QueryError } from '../../../components/query-error.tsx'
import { useExtensions } from '../../../data/resources/services/meta/objects.ts'
import { ActionsMenu } from '../../../ui/menus/actions-menu.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { DropdownMenuItem } from '../../../ui/menus/dropdown-menu.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import {
  ActionsHeader,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../../ui/display/table.tsx'
import { Tooltip } from '../../../ui/overlays/tooltip.tsx'
import { objectAddress } from '../object-address.ts'
import { DatabasePage } from '../database-page.tsx'
import { CommentSheet } from '../list/comment-sheet.tsx'
import { ChangeDialog, DropDialog } from '../list/drop-dialog.tsx'
import { listFilter, type ListPageProps } from '../list/list-search.ts'
import {
  findExtensions,
  listedExtensions,
  missingRequirements,
  whyNotInstalled,
  type ListedExtension,
} from './extension-list.ts'
import { InstallSheet } from './install-sheet.tsx'

type Chosen = { kind: 'install' | 'update' | 'comment' | 'drop'; name: string }

/** All extensions: installed ones, available ones, and those that the server doesn't have. */
export function ExtensionsPage({ projectRef, search, onSearch }: ListPageProps) {
  const { data, error, refetch } = useExtensions(projectRef)
  const [chosen, setChosen] = useState<Chosen>()
  const filter = listFilter(search)
  const close = () => setChosen(undefined)
  const extension = data?.find(({ name }) => name === chosen?.name)
  return (
    <DatabasePage
      projectRef={projectRef}
      title="Extensions"
      description="Additional types, functions and index methods for Postgres."
    >
      {({ canWrite }) => (
        <>
          <div className="mb-3">
            <RouteSearchField
              label="Search extensions"
              value={search.search ?? ''}
              onValueChange={(text) => onSearch(text === '' ? {} : { search: text })}
            />
          </div>
          {error && !data && (
            <QueryError
              error={error}
              title="Could not load the extensions"
              onRetry={() => void refetch()}
            />
          )}
          {!data && !error && <Skeleton className="h-96" />}
          {data && (
            <Extensions
              projectRef={projectRef}
              extensions={findExtensions(listedExtensions(data, EXTENSIONS), filter.search)}
              search={filter.search}
              onChoose={canWrite ? setChosen : undefined}
            />
          )}
          {extension && chosen?.kind === 'install' && (
            <InstallSheet
              projectRef={projectRef}
              extension={extension}
              missing={missingRequirements(extension, data ?? [])}
              onClose={close}
            />
          )}
          {extension && chosen?.kind === 'update' && (
            <ChangeDialog
              projectRef={projectRef}
              variant="success"
              title={`Update ${extension.name}?`}
              description={`From version ${extension.installed_version} to ${extension.default_version}.`}
              confirmLabel="Update extension"
              success="Extension updated"
              change={{ kind: 'update_extension', name: extension.name }}
              onClose={close}
            />
          )}
          {extension && extension.id !== null && chosen?.kind === 'comment' && (
            <CommentSheet
              projectRef={projectRef}
              name={extension.name}
              changeOf={(comment) => ({
                kind: 'comment',
                object: objectAddress.extension(extension),
                comment,
              })}
              replaces={{
                kind: 'comment',
                catalog: 'pg_extension',
                id: extension.id,
                comment: extension.comment,
              }}
              onClose={close}
            />
          )}
          {extension && extension.id !== null && chosen?.kind === 'drop' && (
            <DropDialog
              projectRef={projectRef}
              kind="extension"
              object={{ id: extension.id, name: extension.name }}
              change={(cascade) => ({
                kind: 'drop',
                object: objectAddress.extension(extension),
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

type ExtensionsProps = {
  projectRef: string
  extensions: readonly ListedExtension[]
  search: string
  /** Absent for members who can only read. */
  onChoose: ((chosen: Chosen) => void) | undefined
}

function Extensions({ projectRef, extensions, search, onChoose }: ExtensionsProps) {
  if (extensions.length === 0)
    return <EmptyState title="No results" description={`No extension contains “${search}”.`} />
  return (
    <Table aria-label="Extensions" className="table-fixed">
      <TableHead>
        <TableRow>
          <TableHeader>Name</TableHeader>
          <TableHeader className="hidden w-24 sm:table-cell">Version</TableHeader>
          <TableHeader className="hidden w-32 md:table-cell">Schema</TableHeader>
          <TableHeader className="w-24 sm:w-36">Status</TableHeader>
          {onChoose && <ActionsHeader className="w-20" />}
        </TableRow>
      </TableHead>
      <TableBody>
        {extensions.map((extension) => (
          <TableRow key={extension.name}>
            <TableCell className="py-1.5">
              <div className="flex items-center gap-1.5">
                <Name extension={extension} />
                {extension.catalogued && <Links of={extension.catalogued} />}
              </div>
              <div className="truncate text-muted" title={extension.comment}>
                {extension.comment}
              </div>
            </TableCell>
            <TableCell className="hidden tabular-nums sm:table-cell">
              {extension.found?.installed_version ?? extension.found?.default_version ?? ''}
            </TableCell>
            <TableCell className="hidden truncate font-mono md:table-cell">
              {extension.found?.schema ?? ''}
            </TableCell>
            <TableCell>
              <State extension={extension} />
            </TableCell>
            {onChoose && (
              <TableCell align="right" className="pr-1.5">
                <Actions projectRef={projectRef} extension={extension} onChoose={onChoose} />
              </TableCell>
            )}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

/** The name, which links to the guide if there is one. */
function Name({ extension: { name, catalogued } }: { extension: ListedExtension }) {
  const className = 'truncate font-mono font-medium'
  if (!catalogued) return <span className={className}>{name}</span>
  return (
    <Link
      to="/guides/database/extensions/$name"
      params={{ name }}
      className={`${className} hover:underline`}
    >
      {name}
    </Link>
  )
}

function Links({ of: { name, link, github_url } }: { of: CataloguedExtension }) {
  const links = [
    { href: link, label: `Documentation of ${name}`, icon: BookOpen },
    { href: github_url, label: `Source code of ${name}`, icon: Code },
  ]
  return links.map(({ href, label, icon: Icon }) => (
    <a
      key={label}
      href={href}
      target="_blank"
      rel="noreferrer"
      aria-label={label}
      title={label}
      className="hidden text-muted hover:text-text sm:block"
    >
      <Icon className="size-3" />
    </a>
  ))
}

function State({ extension }: { extension: ListedExtension }) {
  const { found } = extension
  if (found?.installed_version)
    return isOutdated(found) ? (
      <Badge variant="warning">Update available</Badge>
    ) : (
      <Badge variant="success">Installed</Badge>
    )
  const reason = whyNotInstalled(extension)
  if (reason === undefined) return <span className="text-muted">Available</span>
  return (
    <Tooltip content={reason}>
      <button
        type="button"
        className="cursor-help text-left text-muted underline decoration-dotted"
      >
        {stateOf(extension)}
        <span className="sr-only">: {reason}</span>
      </button>
    </Tooltip>
  )
}

function stateOf({ found, catalogued }: ListedExtension): string {
  if (catalogued?.builtIn) return 'Built in'
  return found ? 'Superuser only' : 'Not on this server'
}

const isOutdated = ({ installed_version, default_version }: DatabaseExtension) =>
  installed_version !== null && default_version !== null && installed_version !== default_version

type ActionsProps = {
  projectRef: string
  extension: ListedExtension
  onChoose: (chosen: Chosen) => void
}

function Actions({ projectRef, extension, onChoose }: ActionsProps) {
  const { name, found, catalogued } = extension
  if (catalogued?.product_url !== undefined)
    return (
      <Button size="sm" asChild>
        <Link
          to="/project/$ref/$"
          params={{ ref: projectRef, _splat: catalogued.product_url.slice(1) }}
          aria-label={`Open ${catalogued.product}`}
        >
          Open
        </Link>
      </Button>
    )
  if (!found?.installed_version)
    return whyNotInstalled(extension) === undefined ? (
      <Button size="sm" onClick={() => onChoose({ kind: 'install', name })}>
        Install
      </Button>
    ) : null
  return (
    <ActionsMenu subject={name}>
      {found.can_change ? (
        <>
          <DropdownMenuItem
            disabled={!isOutdated(found)}
            onSelect={() => onChoose({ kind: 'update', name })}
          >
            Update
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => onChoose({ kind: 'comment', name })}>
            Edit comment
          </DropdownMenuItem>
          <DropdownMenuItem variant="danger" onSelect={() => onChoose({ kind: 'drop', name })}>
            Delete extension
          </DropdownMenuItem>
        </>
      ) : (
        <p className="max-w-56 px-2 py-1 text-xs text-muted">
          Managed by the platform, which depends on it.
        </p>
      )}
    </ActionsMenu>
  )
}
