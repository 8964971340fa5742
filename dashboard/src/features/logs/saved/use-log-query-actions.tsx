import { useState, type ReactNode } from 'react'
import type { Snippet } from '@stoa/contract/platform/content'
import type { RecordAction } from '../../../components/list/record-table.tsx'
import { RenameDialog } from '../../../components/documents/rename-dialog.tsx'
import { errorMessage } from '../../../data/client/api-error.ts'
import {
  useDeleteSnippet,
  useMarkFavorite,
  useMoveSnippets,
  useReadSnippet,
  useRestoreSnippet,
  useSaveSnippet,
  type SnippetSummary,
} from '../../../data/resources/platform/content.ts'
import { useCan } from '../../../data/resources/platform/projects.ts'
import { copyText } from '../../../ui/buttons/copy-button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'

type Options = {
  /** A query was saved under another name. */
  onRenamed?: (query: Snippet) => void
  onDeleted?: (id: string) => void
}

type LogQueryActions = {
  actionsOf: (query: SnippetSummary) => readonly RecordAction[]
  /** The open question of an action. */
  dialog: ReactNode
}

type Question = { readonly kind: 'rename' | 'share' | 'delete'; readonly query: SnippetSummary }

/** The actions of a saved query, in the list of them and in the explorer. */
export function useLogQueryActions(projectRef: string, options: Options = {}): LogQueryActions {
  const can = useCan(projectRef)
  const favorite = useMarkFavorite(projectRef)
  const rename = useRename(projectRef, options.onRenamed)
  const [question, setQuestion] = useState<Question>()
  const actionsOf = (query: SnippetSummary): readonly RecordAction[] => {
    const { id, is_favorite: isFavorite, is_own: isOwn, visibility } = query
    const canEdit = can('content:write') && query.can_edit
    const ask = (kind: Question['kind']) => () => setQuestion({ kind, query })
    const actions: readonly (RecordAction | false)[] = [
      canEdit && { label: 'Rename', onSelect: ask('rename') },
      can('content:write') && {
        label: isFavorite ? 'Remove from favorites' : 'Add to favorites',
        onSelect: () => favorite.mutate({ id, is_favorite: !isFavorite }),
      },
      { label: 'Copy link', onSelect: () => void copyLink(projectRef, query) },
      canEdit &&
        can('content:share') &&
        (visibility === 'private' || isOwn) && {
          label: visibility === 'shared' ? 'Make private…' : 'Share with the project…',
          onSelect: ask('share'),
        },
      canEdit && { label: 'Delete', variant: 'danger', onSelect: ask('delete') },
    ]
    return actions.filter((action) => action !== false)
  }
  const close = () => setQuestion(undefined)
  const dialog = (
    <>
      <RenameDialog
        name={question?.kind === 'rename' ? question.query.name : undefined}
        noun="log query"
        onClose={close}
        onRename={(name) => {
          close()
          if (question) void rename(question.query.id, name)
        }}
      />
      <ShareDialog
        projectRef={projectRef}
        query={question?.kind === 'share' ? question.query : undefined}
        onClose={close}
      />
      <DeleteDialog
        projectRef={projectRef}
        query={question?.kind === 'delete' ? question.query : undefined}
        onDeleted={options.onDeleted}
        onClose={close}
      />
    </>
  )
  return { actionsOf, dialog }
}

function useRename(projectRef: string, onRenamed: Options['onRenamed']) {
  const read = useReadSnippet(projectRef)
  const save = useSaveSnippet(projectRef)
  return async (id: string, name: string) => {
    try {
      const { sql, version } = await read(id)
      const outcome = await save(id, { name, sql, version })
      if (outcome.state === 'failed') throw new Error(outcome.message)
      if (outcome.state === 'conflict') throw new Error('It was changed elsewhere. Try again.')
      onRenamed?.({ ...outcome.snippet })
    } catch (error) {
      toast.error('Failed to rename the query', { description: errorMessage(error) })
    }
  }
}

async function copyLink(projectRef: string, { id, visibility }: SnippetSummary) {
  const url = `${window.location.origin}/project/${projectRef}/logs/explorer?query=${id}`
  if (!(await copyText(url))) return
  toast.success(
    'Link copied',
    visibility === 'private'
      ? { description: 'Only you can open it until you share the query.' }
      : undefined,
  )
}

type QuestionProps = {
  projectRef: string
  /** The dialog is open while this is set. */
  query: SnippetSummary | undefined
  onClose: () => void
}

function ShareDialog({ projectRef, query, onClose }: QuestionProps) {
  const move = useMoveSnippets(projectRef, 'query')
  const isShared = query?.visibility === 'shared'
  return (
    <ConfirmDialog
      visible={query !== undefined}
      title={isShared ? `Make ${query.name} private?` : `Share ${query?.name ?? ''}?`}
      description={
        isShared ? 'Only you will see it.' : 'All members of the project can open and run it.'
      }
      confirmLabel={isShared ? 'Make private' : 'Share'}
      loading={move.isPending}
      onCancel={onClose}
      onConfirm={() => {
        const visibility = isShared ? 'private' : 'shared'
        if (query)
          move.mutate({ ids: [query.id], visibility, folder_id: null }, { onSuccess: onClose })
      }}
    />
  )
}

type DeleteDialogProps = QuestionProps & { onDeleted: Options['onDeleted'] }

function DeleteDialog({ projectRef, query, onDeleted, onClose }: DeleteDialogProps) {
  const remove = useDeleteSnippet(projectRef)
  const restore = useRestoreSnippet(projectRef)
  return (
    <ConfirmDialog
      visible={query !== undefined}
      variant="danger"
      title={`Delete ${query?.name ?? ''}?`}
      description={
        query?.visibility === 'shared'
          ? 'It is deleted for all members of the project. You can restore it for 30 days under Saved queries.'
          : 'You can restore it for 30 days under Saved queries.'
      }
      confirmLabel="Delete query"
      loading={remove.isPending}
      onCancel={onClose}
      onConfirm={() => {
        if (!query) return
        remove.mutate(query.id, {
          onSuccess() {
            onClose()
            onDeleted?.(query.id)
            const undo = () => restore.mutate(query.id)
            toast.success(`${query.name} deleted`, { action: { label: 'Undo', onClick: undo } })
          },
        })
      }}
    />
  )
}
