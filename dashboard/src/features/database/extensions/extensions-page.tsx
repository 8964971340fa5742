import { EXTENSIONS } from '@stoa/contract/catalog/extensions'
import type { DatabaseExtension } from '@stoa/contract/services/meta/extensions'
import { useState } from 'react'
import { QueryList } from '../../../components/list/query-list.tsx'
import { RouteSearchField } from '../../../components/list/search-field.tsx'
import { useOpenPanel } from '../../../components/list/use-open-panel.ts'
import { useExtensions } from '../../../data/resources/services/meta/objects.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { objectAddress } from '../object-address.ts'
import { DatabasePage } from '../database-page.tsx'
import { CommentSheet } from '../list/comment-sheet.tsx'
import { ChangeDialog, DropDialog } from '../list/drop-dialog.tsx'
import { listFilter, type ListPageProps } from '../list/list-search.ts'
import { findExtensions, listedExtensions, missingRequirements } from './extension-list.ts'
import { ExtensionTable, type ChosenExtension } from './extension-table.tsx'
import { InstallSheet } from './install-sheet.tsx'

/** All extensions: installed ones, available ones, and those that the server doesn't have. */
export function ExtensionsPage({ projectRef, search, onSearch }: ListPageProps) {
  const extensions = useExtensions(projectRef)
  const { data } = extensions
  const listed = data && listedExtensions(data, EXTENSIONS)
  const { panel, open, close } = useOpenPanel(['install', 'comment'])
  const [asked, setAsked] = useState<ChosenExtension>()
  const filter = listFilter(search)
  const shown = data?.find(({ name }) => name === panel?.id)
  const confirmed = data?.find(({ name }) => name === asked?.name)
  const choose = (chosen: ChosenExtension) => {
    if (chosen.kind === 'install' || chosen.kind === 'comment') open(chosen.kind, chosen.name)
    else setAsked(chosen)
  }
  return (
    <DatabasePage
      projectRef={projectRef}
      title="Extensions"
      description="Additional types, functions and index methods for Postgres."
    >
      {({ canWrite }) => (
        <>
          <QueryList
            label="extensions"
            query={{ ...extensions, data: listed }}
            found={listed && findExtensions(listed, filter.search)}
            isSearched={filter.search !== ''}
            skeleton={<Skeleton className="h-96" />}
            empty={{ title: 'No extensions', description: 'The server has no extensions.' }}
            noResults={`No extension contains “${filter.search}”.`}
            toolbar={
              <RouteSearchField
                label="Search extensions"
                value={search.search ?? ''}
                onValueChange={(text) => onSearch(text === '' ? {} : { search: text })}
              />
            }
          >
            {(items) => (
              <ExtensionTable
                projectRef={projectRef}
                extensions={items}
                onChoose={canWrite ? choose : undefined}
              />
            )}
          </QueryList>
          {panel?.kind === 'install' && shown && canWrite && (
            <InstallSheet
              projectRef={projectRef}
              extension={shown}
              missing={missingRequirements(shown, data ?? [])}
              onClose={close}
            />
          )}
          {panel?.kind === 'comment' && shown && shown.id !== null && canWrite && (
            <CommentSheet
              projectRef={projectRef}
              name={shown.name}
              changeOf={(comment) => ({
                kind: 'comment',
                object: objectAddress.extension(shown),
                comment,
              })}
              replaces={{
                kind: 'comment',
                catalog: 'pg_extension',
                id: shown.id,
                comment: shown.comment,
              }}
              onClose={close}
            />
          )}
          {confirmed && asked && (
            <ExtensionDialog
              projectRef={projectRef}
              extension={confirmed}
              isUpdate={asked.kind === 'update'}
              onClose={() => setAsked(undefined)}
            />
          )}
        </>
      )}
    </DatabasePage>
  )
}

type ExtensionDialogProps = {
  projectRef: string
  extension: DatabaseExtension
  isUpdate: boolean
  onClose: () => void
}

function ExtensionDialog({ projectRef, extension, isUpdate, onClose }: ExtensionDialogProps) {
  const { id, name } = extension
  if (isUpdate)
    return (
      <ChangeDialog
        projectRef={projectRef}
        variant="success"
        title={`Update ${name}?`}
        description={`From version ${extension.installed_version} to ${extension.default_version}.`}
        confirmLabel="Update extension"
        success="Extension updated"
        change={{ kind: 'update_extension', name }}
        onClose={onClose}
      />
    )
  if (id === null) return null
  return (
    <DropDialog
      projectRef={projectRef}
      kind="extension"
      object={{ id, name }}
      change={(cascade) => ({ kind: 'drop', object: objectAddress.extension(extension), cascade })}
      onClose={onClose}
    />
  )
}
