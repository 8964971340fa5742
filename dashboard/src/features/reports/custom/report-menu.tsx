import { lazy, Suspense, useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { useOpenPanel } from '../../../components/list/use-open-panel.ts'
import { RenameDialog } from '../../../components/documents/rename-dialog.tsx'
import type { SnippetDocument } from '../../../components/documents/snippet-document.ts'
import { DeletedSheet } from '../../../components/documents/deleted-sheet.tsx'
import {
  useDeleteSnippet,
  useMoveSnippets,
  useRestoreSnippet,
  useSaveSnippet,
  type SnippetSummary,
} from '../../../data/resources/platform/content.ts'
import { useCan } from '../../../data/resources/platform/projects.ts'
import { randomId } from '../../../lib/random-id.ts'
import { copyText } from '../../../ui/buttons/copy-button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { ActionsMenu } from '../../../ui/menus/actions-menu.tsx'
import { DropdownMenuItem, DropdownMenuSeparator } from '../../../ui/menus/dropdown-menu.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { reportInWords } from './report-text.ts'

const VersionsDialog = lazy(async () => ({
  default: (await import('../../../components/documents/versions-dialog.tsx')).VersionsDialog,
}))

type ReportMenuProps = {
  projectRef: string
  document: SnippetDocument
  text: () => string
  /** The report as the server lists it; undefined until it was saved. */
  listed: SnippetSummary | undefined
  canEdit: boolean
  onReload: () => void
}

type Open = 'rename' | 'versions' | 'share' | 'delete'

/** The actions of a whole report. */
export function ReportMenu({ projectRef, document, text, listed, ...props }: ReportMenuProps) {
  const { canEdit, onReload } = props
  const can = useCan(projectRef)
  const navigate = useNavigate()
  const [open, setOpen] = useState<Open>()
  const deleted = useOpenPanel(['deleted'])
  const save = useSaveSnippet(projectRef)
  const move = useMoveSnippets(projectRef, 'report')
  const remove = useDeleteSnippet(projectRef, 'report')
  const restore = useRestoreSnippet(projectRef, 'report')
  const { name } = document.snapshot()
  const isShared = listed?.visibility === 'shared'
  const close = () => setOpen(undefined)
  const show = (id: string) =>
    void navigate({ to: '/project/$ref/reports/$id', params: { ref: projectRef, id }, search: {} })

  const duplicate = async () => {
    const copy = randomId()
    const outcome = await save(copy, {
      type: 'report',
      name: `${name} copy`.slice(0, 200),
      sql: text(),
      version: 0,
    })
    if (outcome.state === 'saved') return show(copy)
    const reason = outcome.state === 'failed' ? outcome.message : 'Try again.'
    toast.error('Failed to duplicate the report', { description: reason })
  }

  const leave = () => {
    document.abandon()
    void navigate({ to: '/project/$ref/reports', params: { ref: projectRef } })
  }

  const confirmDelete = () => {
    if (!listed) return leave()
    remove.mutate(listed.id, {
      onSuccess() {
        leave()
        const undo = () => restore.mutate(listed.id, { onSuccess: () => show(listed.id) })
        toast.success(`${name} deleted`, { action: { label: 'Undo', onClick: undo } })
      },
    })
  }

  const copyLink = async () => {
    if (!(await copyText(window.location.href))) return
    const description =
      isShared || !listed ? undefined : 'Only you can open it until you share the report.'
    toast.success('Link copied', { ...(description !== undefined && { description }) })
  }

  const saveOpen = async () => {
    if (document.snapshot().status.state === 'unsaved') await document.save()
    return document.snapshot().status.state === 'saved'
  }

  return (
    <>
      <ActionsMenu subject={name}>
        {canEdit && <DropdownMenuItem onSelect={() => setOpen('rename')}>Rename</DropdownMenuItem>}
        {can('content:write') && (
          <DropdownMenuItem onSelect={() => void duplicate()}>Duplicate</DropdownMenuItem>
        )}
        <DropdownMenuItem onSelect={() => void copyLink()}>Copy link</DropdownMenuItem>
        {listed && canEdit && can('content:share') && (!isShared || listed.is_own) && (
          <DropdownMenuItem onSelect={() => setOpen('share')}>
            {isShared ? 'Make private…' : 'Share with the project…'}
          </DropdownMenuItem>
        )}
        {listed && (
          <DropdownMenuItem onSelect={() => setOpen('versions')}>Versions</DropdownMenuItem>
        )}
        <DropdownMenuItem onSelect={() => deleted.open('deleted')}>
          Deleted reports
        </DropdownMenuItem>
        {canEdit && (
          <>
            <DropdownMenuSeparator />
            <DropdownMenuItem variant="danger" onSelect={() => setOpen('delete')}>
              Delete
            </DropdownMenuItem>
          </>
        )}
      </ActionsMenu>
      <RenameDialog
        name={open === 'rename' ? name : undefined}
        noun="report"
        onClose={close}
        onRename={(next) => {
          document.rename(next)
          // A report without blocks has no text yet.
          document.changed(text)
          close()
        }}
      />
      <ConfirmDialog
        visible={open === 'share'}
        title={isShared ? `Make ${name} private?` : `Share ${name}?`}
        description={
          isShared
            ? 'Only you will see it.'
            : 'All members of the project can open it. They see the results of its saved queries only if those are shared too.'
        }
        confirmLabel={isShared ? 'Make private' : 'Share'}
        loading={move.isPending}
        onCancel={close}
        onConfirm={() =>
          listed &&
          move.mutate(
            { ids: [listed.id], visibility: isShared ? 'private' : 'shared', folder_id: null },
            { onSuccess: close },
          )
        }
      />
      <ConfirmDialog
        visible={open === 'delete'}
        variant="danger"
        title={`Delete ${name}?`}
        description={
          isShared
            ? 'It is deleted for all members of the project. You can restore it for 30 days under Deleted reports.'
            : 'You can restore it for 30 days under Deleted reports.'
        }
        confirmLabel="Delete report"
        loading={remove.isPending}
        onCancel={close}
        onConfirm={confirmDelete}
      />
      {deleted.panel?.kind === 'deleted' && (
        <DeletedSheet
          projectRef={projectRef}
          kind="report"
          onRestored={show}
          onClose={deleted.close}
        />
      )}
      {open === 'versions' && listed && (
        <Suspense>
          <VersionsDialog
            projectRef={projectRef}
            snippetId={listed.id}
            name={name}
            canRestore={canEdit}
            inWords={reportInWords}
            saveOpen={saveOpen}
            onRestored={() => {
              close()
              onReload()
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}
