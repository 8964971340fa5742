import type { CataloguedExtension } from '@stoa/contract/catalog/extensions'
import type { DatabaseExtension } from '@stoa/contract/services/meta/extensions'
import { Link } from '@tanstack/react-router'
import { BookOpen, Code } from 'lucide-react'
import {
  RecordTable,
  type RecordAction,
  type RecordColumn,
} from '../../../components/list/record-table.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Tooltip } from '../../../ui/overlays/tooltip.tsx'
import { whyNotInstalled, type ListedExtension } from './extension-list.ts'

/** An extension and what is done to it. */
export type ChosenExtension = { kind: 'install' | 'update' | 'comment' | 'drop'; name: string }

type ExtensionsProps = {
  projectRef: string
  extensions: readonly ListedExtension[]
  /** Absent for members who can only read. */
  onChoose: ((chosen: ChosenExtension) => void) | undefined
}

export function ExtensionTable({ projectRef, extensions, onChoose }: ExtensionsProps) {
  return (
    <RecordTable
      label="Extensions"
      items={extensions.map((extension) => ({ id: extension.name, extension }))}
      nameOf={({ id }) => id}
      columns={COLUMNS}
      actionsClassName="w-28"
      {...(onChoose && {
        renderButtons: ({ extension }: Row) => (
          <ExtensionButton projectRef={projectRef} extension={extension} onChoose={onChoose} />
        ),
        actions: ({ extension }: Row) => actionsOf(extension, onChoose),
        noteOf: ({ extension }: Row) => noteOf(extension),
      })}
    />
  )
}

type Row = { id: string; extension: ListedExtension }

const COLUMNS: readonly RecordColumn<Row>[] = [
  {
    header: 'Name',
    textClassName: 'py-1.5',
    cell: ({ extension }) => (
      <>
        <div className="flex items-center gap-1.5">
          <Name extension={extension} />
          {extension.catalogued && <Links of={extension.catalogued} />}
        </div>
        <div className="truncate text-muted" title={extension.comment}>
          {extension.comment}
        </div>
      </>
    ),
  },
  {
    header: 'Version',
    className: 'hidden w-24 sm:table-cell',
    textClassName: 'tabular-nums',
    cell: ({ extension: { found } }) => found?.installed_version ?? found?.default_version ?? '',
  },
  {
    header: 'Schema',
    className: 'hidden w-32 md:table-cell',
    textClassName: 'truncate font-mono',
    cell: ({ extension: { found } }) => found?.schema ?? '',
  },
  {
    header: 'Status',
    className: 'w-24 sm:w-36',
    cell: ({ extension }) => <State extension={extension} />,
  },
]

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

type ExtensionButtonProps = {
  projectRef: string
  extension: ListedExtension
  onChoose: (chosen: ChosenExtension) => void
}

/** Opens the product that is built on an extension, or installs an available one. */
function ExtensionButton({ projectRef, extension, onChoose }: ExtensionButtonProps) {
  const { name, catalogued } = extension
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
  if (isInstalled(extension) || whyNotInstalled(extension) !== undefined) return null
  return (
    <Button size="sm" onClick={() => onChoose({ kind: 'install', name })}>
      Install
    </Button>
  )
}

const isInstalled = ({ found }: ListedExtension) => Boolean(found?.installed_version)

const hasMenu = (extension: ListedExtension) =>
  isInstalled(extension) && extension.catalogued?.product_url === undefined

function actionsOf(
  extension: ListedExtension,
  onChoose: (chosen: ChosenExtension) => void,
): readonly RecordAction[] {
  const { name, found } = extension
  if (!found?.can_change || !hasMenu(extension)) return []
  return [
    {
      label: 'Update',
      disabled: !isOutdated(found),
      onSelect: () => onChoose({ kind: 'update', name }),
    },
    { label: 'Edit comment', onSelect: () => onChoose({ kind: 'comment', name }) },
    {
      label: 'Delete extension',
      variant: 'danger',
      onSelect: () => onChoose({ kind: 'drop', name }),
    },
  ]
}

const noteOf = (extension: ListedExtension) =>
  hasMenu(extension) && extension.found?.can_change === false
    ? 'Managed by the platform, which depends on it.'
    : undefined
